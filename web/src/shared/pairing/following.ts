import { toast } from '../../ui/toast-store.ts';
import { t } from '../people/room-texts.ts';

interface FollowingDeps {
  go: (path: string) => void;
  /** The path of the page that is shown. */
  here: () => string;
  /** Nobody looks at this window. */
  hidden: () => boolean;
  /** In the middle of a game. */
  playing: () => boolean;
  /** Monotonic milliseconds. */
  now: () => number;
}

interface Answer {
  nickname: string;
  accept: boolean;
  roomId: string;
}

/** A path of ours, and not the address of another site. */
export function isPath(path: string): boolean {
  return /^\/(?![/\\])/.test(path);
}

/** The friend whom this user invited comes, or does not want to; a window that is looked at says so and goes there. */
export function createFollowing({ go, here, hidden, playing, now }: FollowingDeps) {
  let followed: { path: string; at: number } | null = null;
  const follow = (path: string): void => {
    followed = { path, at: now() };
    if (here() !== path && !playing()) go(path);
  };
  return {
    answered({ nickname, accept, roomId }: Answer): void {
      if (hidden()) return;
      if (!accept) return void toast.info(t('invite.refused', { name: nickname }));
      toast.success(t('invite.accepted', { name: nickname, id: roomId }));
      follow(`/play/room/${roomId}`);
    },
    /**
     * What a heartbeat sent at `askedAt` said. The server repeats the way until the user is there; whoever went and
     * left again is not drawn back.
     */
    redirected(path: string | null, askedAt: number): void {
      if (path === null) {
        if (followed && followed.at < askedAt) followed = null;
      } else if (path !== followed?.path && isPath(path) && !hidden()) {
        if (here() !== path) toast.success(t('invite.toRoom'));
        follow(path);
      }
    },
  };
}
