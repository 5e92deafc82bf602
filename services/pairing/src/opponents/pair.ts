import {
  type Candidate,
  candidatesOf,
  costOf,
  distanceOf,
  mayMeet,
  type Pair,
  type Waiting,
  withSides,
} from './waiting.ts';

/** Number of neighbors by rating that each candidate is compared with at a time. */
const WINDOW = 6;
/** Largest absolute cost; higher costs count as this. */
const MOST_COST = 2_048;
const BUCKETS = 2 * MOST_COST + 1;

function byRating(a: Candidate, b: Candidate): number {
  return a.of.rating - b.of.rating || (a.of.userId < b.of.userId ? -1 : 1);
}

/** Sorts by rating in linear time, as few candidates share a whole number. */
function sortedByRating(candidates: readonly Candidate[]): Candidate[] {
  const buckets = Map.groupBy(candidates, ({ rating }) => rating);
  return [...buckets.keys()].sort((a, b) => a - b).flatMap((rating) => buckets.get(rating)!.sort(byRating));
}

/**
 * Returns the acceptable pairs of near neighbors, cheapest first, as `i * WINDOW + step`: `i` and the neighbor `step + 1`
 * places further. Uses counting sort, in linear time.
 */
function cheapestFirst(sorted: readonly Candidate[]): Uint32Array {
  const starts = new Uint32Array(BUCKETS + 1);
  const edges = new Uint32Array(sorted.length * WINDOW);
  const costs = new Uint16Array(sorted.length * WINDOW);
  let count = 0;
  for (let i = 0; i < sorted.length; i++) {
    for (let step = 0; step < WINDOW && i + step + 1 < sorted.length; step++) {
      const [a, b] = [sorted[i]!, sorted[i + step + 1]!];
      if (!mayMeet(a, b)) continue;
      const cost = Math.max(-MOST_COST, Math.min(MOST_COST, costOf(a, b))) + MOST_COST;
      edges[count] = i * WINDOW + step;
      costs[count++] = cost;
      starts[cost + 1]!++;
    }
  }
  for (let bucket = 0; bucket < BUCKETS; bucket++) starts[bucket + 1]! += starts[bucket]!;
  const ordered = new Uint32Array(count);
  for (let k = 0; k < count; k++) ordered[starts[costs[k]!]!++] = edges[k]!;
  return ordered;
}

function take(a: Candidate, b: Candidate): Pair {
  a.taken = true;
  b.taken = true;
  return withSides(a, b);
}

/** Pairs near neighbors, the cheapest first. `sorted` by rating. */
function pairNeighbors(sorted: readonly Candidate[]): Pair[] {
  const pairs: Pair[] = [];
  for (const edge of cheapestFirst(sorted)) {
    const i = Math.floor(edge / WINDOW);
    const [a, b] = [sorted[i]!, sorted[i + (edge % WINDOW) + 1]!];
    if (!a.taken && !b.taken) pairs.push(take(a, b));
  }
  return pairs;
}

/** Returns the nearest free and acceptable candidate in one direction, within the own reach. */
function nearest(sorted: readonly Candidate[], from: number, step: 1 | -1): Candidate | undefined {
  const me = sorted[from]!;
  for (let i = from + step; i >= 0 && i < sorted.length; i += step) {
    const other = sorted[i]!;
    if (Math.abs(other.rating - me.rating) > me.reach) return undefined;
    if (!other.taken && mayMeet(me, other)) return other;
  }
  return undefined;
}

/**
 * Searches the whole pool for the remaining candidates, longest wait first: their near neighbors may all be taken or blocked.
 * Leaves no acceptable pair.
 */
function pairLeftOver(sorted: readonly Candidate[]): Pair[] {
  const pairs: Pair[] = [];
  const longestFirst = sorted
    .map((me, place) => ({ me, place }))
    .sort((a, b) => b.me.waited - a.me.waited || a.place - b.place);
  for (const { me, place } of longestFirst) {
    if (me.taken) continue;
    // Later candidates have waited less and reach no further; earlier ones found no opponent.
    const found = ([-1, 1] as const)
      .flatMap((step) => nearest(sorted, place, step) ?? [])
      .sort((a, b) => distanceOf(me, a) - distanceOf(me, b))[0];
    if (found !== undefined) pairs.push(take(me, found));
  }
  return pairs;
}

function pairPool(candidates: readonly Candidate[]): Pair[] {
  // The only two users of a pool may play each other again.
  if (candidates.length === 2) for (const one of candidates) one.last = null;
  const pairs: Pair[] = [];
  let left = sortedByRating(candidates);
  for (;;) {
    const found = pairNeighbors(left);
    if (found.length === 0) break;
    pairs.push(...found);
    left = left.filter(({ taken }) => !taken);
  }
  return [...pairs, ...pairLeftOver(left)];
}

/**
 * Pairs waiting users by near ratings, color balance and time waited, and leaves no acceptable pair. Ignores the order and
 * duplicates of `waiting`. `now` in epoch ms.
 */
export function pair(waiting: readonly Waiting[], now: number): Pair[] {
  const pools = Map.groupBy(candidatesOf(waiting, now), ({ of }) => of.pool);
  return [...pools.keys()].sort().flatMap((pool) => pairPool(pools.get(pool)!));
}
