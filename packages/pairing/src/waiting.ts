/** Somebody who waits for an opponent. Times in epoch ms. */
export interface Waiting {
  userId: string;
  /** Only those of one pool are paired with each other. */
  pool: string;
  rating: number;
  /** Nobody knows yet how strong this player is. */
  provisional: boolean;
  since: number;
  /** Games as red less games as blue. */
  colorBalance: number;
  /** Last opponent first. */
  recentOpponents: readonly string[];
  /** Whom this player has blocked. */
  blocked: ReadonlySet<string>;
}

/** Two who play each other now. */
export interface Pair {
  pool: string;
  red: string;
  blue: string;
  /** Between their ratings. */
  distance: number;
}

/** Who waits this long takes whoever is acceptable at all. Milliseconds. */
export const UNLIMITED_WAIT = 60_000;
/** Two who have just played each other are paired again when both have waited this long: nobody else came. Milliseconds. */
export const REMATCH_WAIT = 60_000;

/** Rating distance that is accepted at once, and by how much it grows with each second. */
const REACH_AT_ONCE = 80;
const REACH_PER_SECOND = 15;
/** Further than any two are apart, and still a small integer. */
const UNLIMITED_REACH = 1_000_000;
/** A new account counts as this much further away from an established one. */
const NEW_ACCOUNT_DISTANCE = 150;
/** A game that takes both further from balanced colours costs as much as this distance, for each game of imbalance. */
const COLOR_DISTANCE = 8;
/** Each second that one of the two has waited makes up for this distance, where there is a choice. */
const PATIENCE_DISTANCE = 2;

/** Somebody who waits, as a wave compares them: small integers, close together in memory, so that many cost little more. */
export interface Candidate {
  readonly rating: number;
  /** How long, ms. */
  readonly waited: number;
  /** How far the opponent may be away, by rating. */
  readonly reach: number;
  readonly provisional: boolean;
  readonly colorBalance: number;
  /** Null where nobody is blocked, which is nearly always. */
  readonly blocked: ReadonlySet<string> | null;
  readonly of: Waiting;
  /** The last opponent, if that one waits as well. */
  last: Candidate | null;
  taken: boolean;
}

function reachAfter(waited: number): number {
  if (waited >= UNLIMITED_WAIT) return UNLIMITED_REACH;
  return REACH_AT_ONCE + Math.round((REACH_PER_SECOND * waited) / 1_000);
}

function candidateOf(of: Waiting, now: number): Candidate {
  const waited = Math.max(0, Math.min(now - of.since, 24 * UNLIMITED_WAIT));
  return {
    rating: Math.round(of.rating),
    waited,
    reach: reachAfter(waited),
    provisional: of.provisional,
    colorBalance: of.colorBalance,
    blocked: of.blocked.size > 0 ? of.blocked : null,
    of,
    last: null,
    taken: false,
  };
}

/** Each who waits once: of two entries the one that has waited longer. */
export function candidatesOf(waiting: readonly Waiting[], now: number): Candidate[] {
  const once = new Map<string, Candidate>();
  for (const one of waiting) {
    const known = once.get(one.userId);
    if (known === undefined || one.since < known.of.since) once.set(one.userId, candidateOf(one, now));
  }
  const candidates = [...once.values()];
  for (const one of candidates) {
    const [last] = one.of.recentOpponents;
    if (last !== undefined) one.last = once.get(last) ?? null;
  }
  return candidates;
}

/** Rating distance, and what counts as such. */
export function distanceOf(a: Candidate, b: Candidate): number {
  return Math.abs(a.rating - b.rating) + (a.provisional === b.provisional ? 0 : NEW_ACCOUNT_DISTANCE);
}

function playedJustNow(a: Candidate, b: Candidate): boolean {
  return (a.last === b || b.last === a) && Math.min(a.waited, b.waited) < REMATCH_WAIT;
}

function isBlocked(a: Candidate, b: Candidate): boolean {
  return a.blocked?.has(b.of.userId) === true || b.blocked?.has(a.of.userId) === true;
}

/**
 * Whether two of one pool may be paired now: the distance is within the mean of their reaches, so that somebody who has just
 * come is not taken at once by somebody far away who has waited for a while.
 */
export function mayMeet(a: Candidate, b: Candidate): boolean {
  return 2 * distanceOf(a, b) <= a.reach + b.reach && !playedJustNow(a, b) && !isBlocked(a, b);
}

/** Whether two who wait may be paired with each other at `now`, epoch ms. */
export function isAcceptable(a: Waiting, b: Waiting, now: number): boolean {
  const [one, other] = candidatesOf([a, b], now);
  return one !== undefined && other !== undefined && a.pool === b.pool && mayMeet(one, other);
}

function imbalanceOf(a: Candidate, b: Candidate): number {
  if (a.colorBalance > 0 && b.colorBalance > 0) return Math.min(a.colorBalance, b.colorBalance);
  if (a.colorBalance < 0 && b.colorBalance < 0) return -Math.max(a.colorBalance, b.colorBalance);
  return 0;
}

/** What choosing this pair costs, as a whole rating distance; it may be below nothing. */
export function costOf(a: Candidate, b: Candidate): number {
  const patience = Math.round((PATIENCE_DISTANCE * (a.waited + b.waited)) / 1_000);
  return distanceOf(a, b) + COLOR_DISTANCE * imbalanceOf(a, b) - patience;
}

/** Whoever has been red less often is red; among equals whoever waits longer. */
export function coloured({ of: a }: Candidate, { of: b }: Candidate): Pair {
  const order = a.colorBalance - b.colorBalance || a.since - b.since || (a.userId < b.userId ? -1 : 1);
  const [red, blue] = order < 0 ? [a, b] : [b, a];
  return { pool: a.pool, red: red.userId, blue: blue.userId, distance: Math.abs(a.rating - b.rating) };
}
