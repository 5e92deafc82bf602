import { type GameInvite, INVITE_LIFE } from '@doushouqi/protocol';

/** An invitation that waits for its answer. Times by this window's monotonic clock, in ms. */
export interface WaitingInvite extends GameInvite {
  /** Equal for a push and a heartbeat of one invitation; different for the friend's next one. */
  key: string;
  receivedAt: number;
  /** Time of its expiry. */
  deadline: number;
}

export interface Invites {
  current: WaitingInvite | null;
  /** Keys of answered or expired invitations; a repeat does not show them again. */
  resolved: readonly string[];
}

export const NO_INVITES: Invites = { current: null, resolved: [] };

const MAX_RESOLVED = 20;

/** Uses this device's clock. If that is wrong, an invitation lasts its whole lifetime from its arrival. */
function timeLeft({ expiresAt }: GameInvite, epoch: number): number {
  const left = expiresAt - epoch;
  return left > 0 && left <= INVITE_LIFE ? left : INVITE_LIFE;
}

/** Adds an invitation. The visible one is never replaced, so that a press does not hit another one. */
export function receive(invites: Invites, invite: GameInvite, now: number, epoch: number): Invites {
  const key = `${invite.from} ${invite.roomId} ${invite.expiresAt}`;
  const { current, resolved } = invites;
  if (resolved.includes(key) || (current && now < current.deadline)) return invites;
  return {
    ...invites,
    current: { ...invite, key, receivedAt: now, deadline: now + timeLeft(invite, epoch) },
  };
}

/** Handles a reply without an invitation, requested at `askedAt`: it was answered in another window, or withdrawn. */
export function receiveNone(invites: Invites, askedAt: number): Invites {
  return invites.current && invites.current.receivedAt < askedAt
    ? resolveKey(invites, invites.current.key)
    : invites;
}

/** Removes an invitation that was answered in any window, or that expired. */
export function resolveKey({ current, resolved }: Invites, key: string): Invites {
  return {
    current: current?.key === key ? null : current,
    resolved: [...resolved, key].slice(-MAX_RESOLVED),
  };
}
