import { type GameInvite, INVITE_LIFE } from '@doushouqi/protocol';

/** An invitation that waits for its answer; times by this window's monotonic clock, in ms. */
export interface WaitingInvite extends GameInvite {
  /** The same however it came, and different for the next one of the same friend. */
  key: string;
  receivedAt: number;
  /** Gone from here on. */
  deadline: number;
}

export interface Invites {
  current: WaitingInvite | null;
  /** Keys of answered or expired invitations; a repeat does not show them again. */
  resolved: readonly string[];
}

export const NO_INVITES: Invites = { current: null, resolved: [] };

const MAX_RESOLVED = 20;

/** By this device's clock; where that is wrong, an invitation has its whole time from when it came. */
function timeLeft({ expiresAt }: GameInvite, epoch: number): number {
  const left = expiresAt - epoch;
  return left > 0 && left <= INVITE_LIFE ? left : INVITE_LIFE;
}

/** The server says that an invitation waits. The one on the screen is never replaced under the finger. */
export function receive(invites: Invites, invite: GameInvite, now: number, epoch: number): Invites {
  const key = `${invite.from} ${invite.roomId} ${invite.expiresAt}`;
  const { current, resolved } = invites;
  if (resolved.includes(key) || (current && now < current.deadline)) return invites;
  return {
    ...invites,
    current: { ...invite, key, receivedAt: now, deadline: now + timeLeft(invite, epoch) },
  };
}

/** The server said at `askedAt` that none waits: answered in another window, or taken back. */
export function receiveNone(invites: Invites, askedAt: number): Invites {
  return invites.current && invites.current.receivedAt < askedAt
    ? resolveKey(invites, invites.current.key)
    : invites;
}

/** Answered here or in another window, or its time is up. */
export function resolveKey({ current, resolved }: Invites, key: string): Invites {
  return {
    current: current?.key === key ? null : current,
    resolved: [...resolved, key].slice(-MAX_RESOLVED),
  };
}
