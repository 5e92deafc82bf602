import { ApiError, type Challenge, type GameInvite, type RouteReply, type Routes } from '@doushouqi/protocol';
import { api } from '../client/api.ts';
import { createRoomReporter, currentRoom } from '../client/current-room.ts';
import { shareOnlineGame } from '../client/online-lock.ts';
import { followOwnRoom, ownRoom, rememberRoom } from '../client/own-room.ts';
import { callPairing, pairingCall } from '../client/pairing-call.ts';
import { realtime } from '../client/realtime.ts';
import { creating } from '../client/rooms.ts';
import { session } from '../client/session.ts';
import { createFollowing, isPath } from '../shared/pairing/following.ts';
import { inviteStore } from '../shared/pairing/invite-store.ts';
import { NO_INVITES, receive, receiveNone } from '../shared/pairing/invites.ts';
import { t as playText } from '../shared/people/room-texts.ts';
import { toast } from '../ui/toast-store.ts';
import { startHeartbeat } from './heartbeat.ts';

/** `state`: as the router keeps it with the page. */
type Go = (path: string, state?: unknown) => void;
type Reply = RouteReply<Routes['heartbeat']>;

function now(): number {
  return performance.now();
}
function wait(run: () => void, ms: number): () => void {
  const timer = setTimeout(run, ms);
  return () => clearTimeout(timer);
}

function here(): string {
  return window.location.pathname;
}
function hidden(): boolean {
  return document.hidden;
}
function playing(): boolean {
  return currentRoom.getState().playing;
}

/** What another window or device changed about the user. Unanswered it is asked again when the next change comes. */
function refreshUser(): void {
  api.getMe().then(
    (user) => session.updateUser(user),
    () => {},
  );
}

function invited(invite: GameInvite): void {
  const before = inviteStore.getState();
  const after = receive(before, invite, now(), Date.now());
  if (after === before) return;
  inviteStore.setState(after);
  // It is asked when the game is over, should it still wait then.
  if (playing()) toast.info(playText('invite.later', { name: invite.nickname }));
}

/** A search or a game of the user that another window or device began, or that ran before a reload: it is shown here, too. */
function lookForPairing(): void {
  const userId = session.store.getState().user?._id;
  api.getMyPairing().then(
    ({ ticket, paired, runningRoom }) => {
      if (ticket || paired) callPairing();
      if (userId !== undefined && runningRoom) rememberRoom(userId, runningRoom);
    },
    () => {},
  );
}

/** A game of the user runs in another window, or ran before a reload: the way back is shown. */
function callForOwnRoom(): void {
  const { roomId } = ownRoom.getState();
  if (roomId !== null && here() !== `/play/room/${roomId}`) callPairing();
}

/** Shows a friend's challenge once, in a visible window, and stores it until it is answered. */
function challenged({ challenge }: { challenge: Challenge }): void {
  pairingCall.setState(({ challenges }) => ({
    needed: true,
    challenges: [...challenges.filter(({ id }) => id !== challenge.id), challenge],
  }));
}

/** Sends the user's heartbeat and handles its replies. */
function beat(go: Go, onReply: (reply: Reply, askedAt: number) => void) {
  return startHeartbeat<Reply>({
    send: () => api.heartbeat({ body: { currentPath: here().slice(0, 200) } }),
    received: (reply, askedAt) => {
      if (reply.gameInvite) invited(reply.gameInvite);
      else inviteStore.setState((invites) => receiveNone(invites, askedAt));
      onReply(reply, askedAt);
    },
    refused: (error) => {
      if (error instanceof ApiError && error.redirect && isPath(error.redirect)) go(error.redirect);
    },
    now,
    wait,
  });
}

/** Begins what goes on while this user is logged in; returns its end. */
function begin(go: Go): () => void {
  const { answered, redirected } = createFollowing({
    go: (path) => go(path, creating(path)),
    here,
    hidden,
    playing,
    now,
  });
  const rooms = createRoomReporter((roomId) => api.updateRoom({ body: { roomId } }));
  const heartbeat = beat(go, ({ redirect }, askedAt) => {
    redirected(redirect, askedAt);
    void rooms.settle();
  });
  const lookAgain = (): void => {
    if (hidden()) return;
    heartbeat.beatNow();
    lookForPairing();
  };
  document.addEventListener('visibilitychange', lookAgain);
  const ends = [
    heartbeat.stop,
    shareOnlineGame(),
    followOwnRoom(),
    ownRoom.subscribe(callForOwnRoom),
    realtime.onPersonal('gameInvite', invited),
    realtime.onPersonal('inviteAnswered', answered),
    realtime.onPersonal('userChanged', refreshUser),
    realtime.onPersonal('paired', callPairing),
    realtime.onPersonal('challenged', challenged),
    realtime.onConnected(lookForPairing),
    realtime.onReconnected(lookAgain),
    realtime.onReconnected(refreshUser),
    currentRoom.subscribe(({ roomId }) => void rooms.want(roomId)),
    () => document.removeEventListener('visibilitychange', lookAgain),
  ];
  void rooms.want(currentRoom.getState().roomId);
  callForOwnRoom();
  void realtime.connect();
  refreshUser();
  return () => {
    for (const end of ends) end();
    inviteStore.setState(NO_INVITES);
    pairingCall.setState({ challenges: [] });
  };
}

/** Runs connection, heartbeat and invitations while a user is logged in; restarts for another user. */
export function accompany(go: Go): void {
  let end: (() => void) | null = null;
  let who: string | null = null;
  const follow = (): void => {
    const user = session.store.getState().user?._id ?? null;
    if (user === who) return;
    end?.();
    who = user;
    end = user === null ? null : begin(go);
  };
  session.store.subscribe(follow);
  follow();
}
