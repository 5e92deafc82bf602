import { isPath } from '../../client/address.ts';
import { toast } from '../../ui/toast-store.ts';
import { t } from '../people/room-texts.ts';

interface FollowingDeps {
  go: (path: string) => void;
  /** Path of the current page. */
  here: () => string;
  /** Whether this window is hidden. */
  hidden: () => boolean;
  /** Whether a game is running on the page. */
  playing: () => boolean;
  /** Monotonic milliseconds. */
  now: () => number;
}

interface Answer {
  nickname: string;
  accept: boolean;
  roomId: string;
  isFull?: true;
}

/**
 * Follows the replies to the user's invitations: a visible window shows them and opens the room of a friend who
 * accepts.
 */
export function createFollowing({ go, here, hidden, playing, now }: FollowingDeps) {
  let followed: { path: string; at: number } | null = null;
  const follow = (path: string): void => {
    followed = { path, at: now() };
    if (here() !== path && !playing()) go(path);
  };
  return {
    answered({ nickname, accept, roomId, isFull }: Answer): void {
      if (hidden()) return;
      if (!accept) return void toast.info(t(isFull ? 'invite.full' : 'invite.refused', { name: nickname }));
      toast.success(t('invite.accepted', { name: nickname, id: roomId }));
      follow(`/play/room/${roomId}`);
    },
    /**
     * Handles the reply to a heartbeat sent at `askedAt`. The server repeats the redirect until the user is in the
     * room; a user who left the room is not redirected twice.
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
