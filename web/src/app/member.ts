import {
  ApiError,
  type Challenge,
  type GameInvite,
  type PrivateMessage,
  type RouteReply,
  type Routes,
} from '@doushouqi/protocol';
import { ACCESS_PATH, accessNews, isReviewDue, loadAccess } from '../client/access.ts';
import { isPath } from '../client/address.ts';
import { api } from '../client/api.ts';
import { createRoomReporter, currentRoom } from '../client/current-room.ts';
import { shareOnlineGame } from '../client/online-lock.ts';
import { followOwnRoom, ownRoom, rememberRoom } from '../client/own-room.ts';
import { callTournament, hadTournament, stepReached, tournamentCall } from '../client/own-tournament.ts';
import { callPairing, pairingCall } from '../client/pairing-call.ts';
import { realtime } from '../client/realtime.ts';
import { creating } from '../client/rooms.ts';
import { session } from '../client/session.ts';
import { KEYS, storage } from '../client/storage.ts';
import { callTab } from '../client/tab-call.ts';
import { t as clientText } from '../client/texts.ts';
import { serverNow } from '../client/time.ts';
import { createFollowing } from '../shared/pairing/following.ts';
import { inviteStore } from '../shared/pairing/invite-store.ts';
import { NO_INVITES, receive, receiveNone } from '../shared/pairing/invites.ts';
import { t as playText } from '../shared/people/room-texts.ts';
import { toast } from '../ui/toast-store.ts';
import { startHeartbeat } from './heartbeat.ts';
import { waitsForReview } from './pages.ts';
import { createCallsResumer } from './resume-calls.ts';

/** `state`: the router's state of the page. */
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

/** Loads changes of the user that another window or device made. After a failure, the next change loads them. */
function refreshUser(): void {
  api.getMe().then(
    (user) => session.updateUser(user),
    () => {},
  );
}

/**
 * Loads what opens the account: a pending review opens at once, but not over a game; changes by other sessions become
 * news. After a failure, the next load does it.
 */
function lookAtAccess(go: Go): void {
  loadAccess().then(
    () => {
      if (isReviewDue() && waitsForReview(here())) go(ACCESS_PATH);
    },
    () => {},
  );
}

/** Follows what the operators decide, once its script is loaded. Returns a function that stops this. */
function followOperators(go: Go, userId: string): () => void {
  let isOver = false;
  let stop = (): void => {
    isOver = true;
  };
  import('./operators.ts').then(
    (operators) => {
      if (!isOver) stop = operators.followOperators(go, userId, playing);
    },
    // The next visit loads it.
    () => undefined,
  );
  return () => stop();
}

/** Calls the user back to a hidden window, with a sound. */
function call(text: string): void {
  if (!hidden()) return;
  callTab(text);
  import('../shared/table/settings.ts').then(
    ({ sound }) => sound('message', { urgent: true }),
    () => {},
  );
}

function invited(invite: GameInvite): void {
  const before = inviteStore.getState();
  const after = receive(before, invite, now(), serverNow());
  if (after === before) return;
  inviteStore.setState(after);
  call(clientText('call.invited', { name: invite.nickname }));
  // An invitation that still waits at the end of the game is shown then.
  if (playing()) toast.info(playText('invite.later', { name: invite.nickname }));
}

/** Loads a search or a game that another window or device started, or that ran before a reload. */
function lookForPairing(): void {
  const userId = session.store.getState().user?._id;
  api.getMyPairing().then(
    ({ ticket, paired, runningRoom }) => {
      if (ticket || paired) callPairing();
      // The room of a new pairing is stored when the user opens it: until then it is news.
      if (userId !== undefined && runningRoom && runningRoom !== paired?.roomId)
        rememberRoom(userId, runningRoom);
    },
    () => {},
  );
}

/** Shows the link to a game that runs in another window, or ran before a reload. */
function callForOwnRoom(): void {
  const { roomId } = ownRoom.getState();
  if (roomId !== null && here() !== `/play/room/${roomId}`) callPairing();
}

/** Shows a friend's challenge once, in a visible window; stores it until it is answered. */
function challenged({ challenge }: { challenge: Challenge }): void {
  call(clientText('call.challenged', { name: challenge.from.nickname }));
  pairingCall.setState(({ challenges }) => ({
    needed: true,
    challenges: [...challenges.filter(({ id }) => id !== challenge.id), challenge],
  }));
}

function written({ fromId }: PrivateMessage): void {
  if (fromId !== session.store.getState().user?._id) call(clientText('call.message'));
}

/** Moves what a visitor has done on this device to the user. After a failure, the pages of it do so. */
function takeProgress(): void {
  const parts = [
    storage.getItem(KEYS.lessons) !== null && import('../features/learn/progress.ts'),
    storage.getItem(KEYS.endgames) !== null && import('../features/endgame/progress.ts'),
  ];
  Promise.all(parts).catch(() => {});
}

/** Sends the user's heartbeat and handles its replies. */
function beat(go: Go, onReply: (reply: Reply, askedAt: number) => void) {
  return startHeartbeat<Reply>({
    send: () => api.heartbeat({ body: { currentPath: here().slice(0, 200), visible: !hidden() } }),
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

/** Starts the background work of a logged-in user. Returns a function that stops it. */
function begin(go: Go, userId: string): () => void {
  const { answered, redirected } = createFollowing({
    go: (path) => go(path, creating(path)),
    here,
    hidden,
    playing,
    now,
  });
  const resumeCalls = createCallsResumer(userId);
  const rooms = createRoomReporter((roomId) => api.updateRoom({ body: { roomId } }));
  const heartbeat = beat(go, ({ redirect }, askedAt) => {
    redirected(redirect, askedAt);
    void rooms.flush();
    resumeCalls();
  });
  const beatIfSeen = (): void => {
    if (!hidden()) heartbeat.beatNow();
  };
  const refresh = (): void => {
    beatIfSeen();
    if (!hidden()) lookForPairing();
  };
  document.addEventListener('visibilitychange', refresh);
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
    realtime.onPersonal('tournamentRound', stepReached),
    realtime.onPersonal('tournamentPaired', callTournament),
    realtime.onPersonal('privateMessage', written),
    realtime.onPersonal('friendRequested', ({ nickname }) =>
      call(clientText('call.friendRequest', { name: nickname })),
    ),
    realtime.onConnected(lookForPairing),
    realtime.onConnected(beatIfSeen),
    realtime.onConnected(refreshUser),
    followOperators(go, userId),
    currentRoom.subscribe(({ roomId }) => void rooms.set(roomId)),
    () => document.removeEventListener('visibilitychange', refresh),
  ];
  void rooms.set(currentRoom.getState().roomId);
  callForOwnRoom();
  if (hadTournament(userId)) callTournament();
  resumeCalls();
  takeProgress();
  if (!session.store.getState().user?.isGuest) lookAtAccess(go);
  else
    import('../client/guest.ts').then(
      ({ renewGuest }) => renewGuest(serverNow()),
      () => undefined,
    );
  void realtime.connect();
  refreshUser();
  return () => {
    for (const end of ends) end();
    accessNews.setState({ changes: [] });
    inviteStore.setState(NO_INVITES);
    pairingCall.setState({ challenges: [] });
    tournamentCall.setState({ needed: false, steps: [] });
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
    end = user === null ? null : begin(go, user);
  };
  session.store.subscribe(follow);
  follow();
}
