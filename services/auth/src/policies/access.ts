import type { ReviewReason } from '@doushouqi/protocol';

const MINUTE = 60_000;
/** A way in that is younger is suspended by an event. Milliseconds. */
export const RECENT = 30 * 24 * 60 * MINUTE;
/** A session that is younger has just proven who holds it. Milliseconds. */
const FRESH = 15 * MINUTE;

/** Time and origin of a way in. */
export interface Addition {
  at: Date;
  device: string;
  /** Address range; null if unknown. */
  network: string | null;
}

/**
 * An event that calls for a review: the ways added after `since` and before `at`, and those that an earlier event had
 * suspended, open nothing until the owner has reviewed them. Lists are ids of ways.
 */
export interface AccessReview {
  reason: ReviewReason;
  at: Date;
  since: Date;
  earlier: string[];
  /** What the caller of the event named. */
  keep: string[];
}

/** A way in; the time of the addition is undefined for those of older versions. */
interface AddedWay {
  id: string;
  addedAt: Date | undefined;
}

/** The ways in that an account itself holds. */
interface Holder {
  email?: string;
  emailAddition?: Pick<Addition, 'at'>;
  recoveryHashes?: readonly string[];
  codesAddition?: Pick<Addition, 'at'>;
  accessReview?: AccessReview;
}
interface StoredPasskey {
  _id: string;
  since: Date;
}

export function codesWay({ codesAddition }: Pick<Holder, 'codesAddition'>): AddedWay {
  return { id: 'codes', addedAt: codesAddition?.at };
}
export function emailWay({ emailAddition }: Pick<Holder, 'emailAddition'>): AddedWay {
  return { id: 'email', addedAt: emailAddition?.at };
}
export function passkeyWay({ _id, since }: StoredPasskey): AddedWay {
  return { id: `passkey:${_id}`, addedAt: since };
}
/** Returns the id of a session among the ways. */
export function deviceWayId(sessionId: string): string {
  return `device:${sessionId}`;
}

/** Returns everything besides password and sessions that opens an account, or did until an event. Pure. */
export function waysOf(user: Holder, passkeys: readonly StoredPasskey[]): AddedWay[] {
  return [
    ...(user.recoveryHashes?.length ? [codesWay(user)] : []),
    ...(user.email === undefined ? [] : [emailWay(user)]),
    ...passkeys.map(passkeyWay),
  ];
}

/** Returns whether a way opens nothing until the owner reviews it. Pure. */
export function isSuspended({ id, addedAt }: AddedWay, review: AccessReview | undefined): boolean {
  return (
    review !== undefined &&
    addedAt !== undefined &&
    addedAt < review.at &&
    (addedAt > review.since || review.earlier.includes(id)) &&
    !review.keep.includes(id)
  );
}

/** Returns the suspended ways of an account. Pure. */
export function suspendedWays(user: Holder, passkeys: readonly StoredPasskey[]): AddedWay[] {
  return waysOf(user, passkeys).filter((way) => isSuspended(way, user.accessReview));
}

/** Returns the time (epoch ms) from which an addition is recent: what came with the registration is not. Pure. */
function recentSince(createdAt: Date, now: number): number {
  return Math.max(now - RECENT, createdAt.getTime());
}

/** Returns whether a way was added lately. `now` in epoch ms. Pure. */
export function isRecent(addedAt: Date, { createdAt }: { createdAt: Date }, now: number): boolean {
  return addedAt.getTime() > recentSince(createdAt, now);
}

/**
 * Returns the review that an event leaves pending. What an earlier event suspended stays so, however old it is. `now` in
 * epoch ms. Pure.
 */
export function reviewAfter(
  { reason, keep }: { reason: ReviewReason; keep: readonly string[] },
  user: Holder & { createdAt: Date },
  passkeys: readonly StoredPasskey[],
  now: number,
): AccessReview {
  return {
    reason,
    at: new Date(now + 1),
    since: new Date(recentSince(user.createdAt, now)),
    earlier: suspendedWays(user, passkeys).map(({ id }) => id),
    keep: waysOf(user, passkeys)
      .map(({ id }) => id)
      .filter((id) => keep.includes(id)),
  };
}

/** Returns the review that the owner has to make: always after a recovery, else if something is suspended. Pure. */
export function pendingReview(user: Holder, passkeys: readonly StoredPasskey[]): AccessReview | null {
  const { accessReview } = user;
  if (accessReview === undefined) return null;
  const isRecovery = accessReview.reason === 'recovery' || accessReview.reason === 'reset';
  return isRecovery || suspendedWays(user, passkeys).length > 0 ? accessReview : null;
}

/** Returns whether a session (its begin in epoch ms) may review without the password. Pure. */
export function isFresh(issuedAt: number, now: number): boolean {
  return now - issuedAt < FRESH;
}

/** Returns an address that its owner recognizes, such as `ta•••1@outlook.com`. Pure. */
export function maskEmail(email: string): string {
  const at = email.lastIndexOf('@');
  const name = [...email.slice(0, at)];
  const shown = name.length > 3 ? `${name.slice(0, 2).join('')}•••${name.at(-1)}` : `${name[0]}•••`;
  return `${shown}${email.slice(at)}`;
}
