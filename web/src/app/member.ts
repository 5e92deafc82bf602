import type { ROUTES, RouteReply } from '@doushouqi/protocol';
import { ApiError } from '@doushouqi/protocol';
import { inviteStore } from '../features/play/invite-store.ts';
import { hear, hearNone, NO_INVITES } from '../features/play/invites.ts';
import { i18n } from '../i18n/setup.ts';
import { toast } from '../ui/toast-store.ts';
import { api } from './api.ts';
import { startHeartbeat } from './heartbeat.ts';
import { connection, onPersonal, onReconnected } from './realtime.ts';
import { session } from './session.ts';
import { createRoomTeller, whereabouts } from './whereabouts.ts';

type Go = (path: string) => void;
type Reply = RouteReply<(typeof ROUTES)['heartbeat']>;

const now = (): number => performance.now();
const wait = (run: () => void, ms: number): (() => void) => {
  const timer = setTimeout(run, ms);
  return () => clearTimeout(timer);
};

/** A path of ours, and not the address of another site. */
const isPath = (path: string): boolean => /^\/(?!\/)/.test(path);
const here = (): string => window.location.pathname;

/** What another window or device changed about the user. Unanswered it is asked again when the next change comes. */
const refreshUser = (): void =>
  void api.getMe().then(
    (user) => session.updateUser(user),
    () => {},
  );

function invited(invite: Parameters<typeof hear>[1]): void {
  const before = inviteStore.getState();
  const after = hear(before, invite, now(), Date.now());
  if (after === before) return;
  inviteStore.setState(after);
  // It is asked when the game is over, should it still wait then.
  if (whereabouts.getState().playing) toast.info(i18n.t('play.invite.later', { name: invite.nickname }));
}

/** The friend whom this user invited comes, or does not want to; a window that is looked at says so and goes there. */
function createFollowing(go: Go) {
  let followed: { path: string; at: number } | null = null;
  const follow = (path: string): void => {
    followed = { path, at: now() };
    if (here() !== path && !whereabouts.getState().playing) go(path);
  };
  return {
    answered({ nickname, accept, roomId }: { nickname: string; accept: boolean; roomId: string }): void {
      if (document.hidden) return;
      const text = i18n.t(accept ? 'play.invite.accepted' : 'play.invite.refused', {
        name: nickname,
        id: roomId,
      });
      if (!accept) return void toast.info(text);
      toast.success(text);
      follow(`/play/room/${roomId}`);
    },
    /** The server repeats the way until the user is there; whoever went and left again is not drawn back. */
    redirected(path: string | null, askedAt: number): void {
      if (path === null) {
        if (followed && followed.at < askedAt) followed = null;
      } else if (path !== followed?.path && isPath(path) && !document.hidden) {
        if (here() !== path) toast.success(i18n.t('play.invite.toRoom'));
        follow(path);
      }
    },
  };
}

/** Begins what goes on while this user is logged in; returns its end. */
function begin(go: Go): () => void {
  const following = createFollowing(go);
  const rooms = createRoomTeller((roomId) => api.updateRoom({ body: { roomId } }));
  const heartbeat = startHeartbeat<Reply>({
    send: () => api.heartbeat({ body: { currentPath: here().slice(0, 200) } }),
    heard: ({ gameInvite, redirect }, askedAt) => {
      if (gameInvite) invited(gameInvite);
      else inviteStore.setState((invites) => hearNone(invites, askedAt));
      following.redirected(redirect, askedAt);
      void rooms.settle();
    },
    refused: (error) => {
      if (error instanceof ApiError && error.redirect && isPath(error.redirect)) go(error.redirect);
    },
    now,
    wait,
  });
  const lookAgain = () => document.hidden || heartbeat.beatNow();
  document.addEventListener('visibilitychange', lookAgain);
  const ends = [
    heartbeat.stop,
    onPersonal('gameInvite', invited),
    onPersonal('inviteAnswered', following.answered),
    onPersonal('userChanged', refreshUser),
    onReconnected(() => {
      heartbeat.beatNow();
      refreshUser();
    }),
    whereabouts.subscribe(({ roomId }) => void rooms.want(roomId)),
    () => document.removeEventListener('visibilitychange', lookAgain),
  ];
  void rooms.want(whereabouts.getState().roomId);
  void connection();
  refreshUser();
  return () => {
    for (const end of ends) end();
    inviteStore.setState(NO_INVITES);
  };
}

/** Connection, heartbeat and invitations, as long as somebody is logged in; anew for another person. */
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
