/** A user who waits for an opponent. Times in epoch ms. */
export interface Waiting {
  userId: string;
  /** Only users of one pool are paired. */
  pool: string;
  rating: number;
  /** The rating has a large deviation. */
  provisional: boolean;
  since: number;
  /** Games as red minus games as blue. */
  colorBalance: number;
  /** Last opponent first. */
  recentOpponents: readonly string[];
  /** Users that this user has blocked. */
  blocked: ReadonlySet<string>;
}

export interface Pair {
  pool: string;
  red: string;
  blue: string;
  /** Difference of the ratings. */
  distance: number;
}

/** After this wait any rating distance is accepted. Milliseconds. */
export const UNLIMITED_WAIT = 60_000;
/** The players of the last game are paired again after both have waited this long. Milliseconds. */
export const REMATCH_WAIT = 60_000;

/** Rating distance that is accepted at once, and its growth per second. */
const REACH_AT_ONCE = 80;
const REACH_PER_SECOND = 15;
/** More than any rating distance, and still a small integer. */
const UNLIMITED_REACH = 1_000_000;
/** Added distance between a provisional and an established player. */
const NEW_ACCOUNT_DISTANCE = 150;
/** Cost of a game that increases the color imbalance of both players, as a distance for each game of imbalance. */
const COLOR_DISTANCE = 8;
/** Each second waited reduces the cost by this distance. */
const PATIENCE_DISTANCE = 2;

/** A waiting user prepared for comparison: small integers, for speed with many users. */
export interface Candidate {
  readonly rating: number;
  /** Milliseconds. */
  readonly waited: number;
  /** Accepted rating distance. */
  readonly reach: number;
  readonly provisional: boolean;
  readonly colorBalance: number;
  /** Null if empty, which is the common case. */
  readonly blocked: ReadonlySet<string> | null;
  readonly of: Waiting;
  /** The last opponent, if also waiting. */
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

/** Returns one candidate per user; of two entries the one that has waited longer. */
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

/** Returns the rating distance with the addition for provisional players. */
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
 * Whether two candidates of one pool may be paired. The distance must be within the mean of their reaches, so that a user who
 * has just come is not paired at once with a distant one who has waited long.
 */
export function mayMeet(a: Candidate, b: Candidate): boolean {
  return 2 * distanceOf(a, b) <= a.reach + b.reach && !playedJustNow(a, b) && !isBlocked(a, b);
}

/** Whether two waiting users may be paired at `now` (epoch ms). */
export function isAcceptable(a: Waiting, b: Waiting, now: number): boolean {
  const [one, other] = candidatesOf([a, b], now);
  return one !== undefined && other !== undefined && a.pool === b.pool && mayMeet(one, other);
}

function imbalanceOf(a: Candidate, b: Candidate): number {
  if (a.colorBalance > 0 && b.colorBalance > 0) return Math.min(a.colorBalance, b.colorBalance);
  if (a.colorBalance < 0 && b.colorBalance < 0) return -Math.max(a.colorBalance, b.colorBalance);
  return 0;
}

/** Returns the cost of a pair as a whole rating distance; may be negative. */
export function costOf(a: Candidate, b: Candidate): number {
  const patience = Math.round((PATIENCE_DISTANCE * (a.waited + b.waited)) / 1_000);
  return distanceOf(a, b) + COLOR_DISTANCE * imbalanceOf(a, b) - patience;
}

/** Assigns the sides: red to the user who had it less often, then to the one who has waited longer. */
export function withSides({ of: a }: Candidate, { of: b }: Candidate): Pair {
  const order = a.colorBalance - b.colorBalance || a.since - b.since || (a.userId < b.userId ? -1 : 1);
  const [red, blue] = order < 0 ? [a, b] : [b, a];
  return { pool: a.pool, red: red.userId, blue: blue.userId, distance: Math.abs(a.rating - b.rating) };
}
