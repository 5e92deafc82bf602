import {
  type Candidate,
  candidatesOf,
  coloured,
  costOf,
  distanceOf,
  mayMeet,
  type Pair,
  type Waiting,
} from './waiting.ts';

/** With how many neighbours by rating each is compared at a time. */
const WINDOW = 6;
/** Costs are told apart up to this one; ±. */
const MOST_COST = 2_048;
const BUCKETS = 2 * MOST_COST + 1;

function byRating(a: Candidate, b: Candidate): number {
  return a.of.rating - b.of.rating || (a.of.userId < b.of.userId ? -1 : 1);
}

/** Sorted by rating, in a time that is linear: those of one whole number are few. */
function sortedByRating(candidates: readonly Candidate[]): Candidate[] {
  const buckets = Map.groupBy(candidates, ({ rating }) => rating);
  return [...buckets.keys()].sort((a, b) => a - b).flatMap((rating) => buckets.get(rating)!.sort(byRating));
}

/**
 * The acceptable pairs of near neighbours, cheapest first, as `i * WINDOW + step`: `i` with its neighbour `step + 1`
 * further. Sorted by counting, in linear time.
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
  return coloured(a, b);
}

/** Pairs near neighbours, the cheapest first. `sorted` by rating. */
function pairNeighbours(sorted: readonly Candidate[]): Pair[] {
  const pairs: Pair[] = [];
  for (const edge of cheapestFirst(sorted)) {
    const i = Math.floor(edge / WINDOW);
    const [a, b] = [sorted[i]!, sorted[i + (edge % WINDOW) + 1]!];
    if (!a.taken && !b.taken) pairs.push(take(a, b));
  }
  return pairs;
}

/** The nearest in one direction who is free and acceptable, within the own reach. */
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
 * Looks for anybody for each who is left over, who waits longest first: their near neighbours may all be taken or blocked.
 * Nobody who is left after this has an acceptable opponent who is left.
 */
function pairLeftOver(sorted: readonly Candidate[]): Pair[] {
  const pairs: Pair[] = [];
  const longestFirst = sorted
    .map((me, place) => ({ me, place }))
    .sort((a, b) => b.me.waited - a.me.waited || a.place - b.place);
  for (const { me, place } of longestFirst) {
    if (me.taken) continue;
    // Who comes later in this has waited less and reaches no further; who came before has found nobody.
    const found = ([-1, 1] as const)
      .flatMap((step) => nearest(sorted, place, step) ?? [])
      .sort((a, b) => distanceOf(me, a) - distanceOf(me, b))[0];
    if (found !== undefined) pairs.push(take(me, found));
  }
  return pairs;
}

function pairPool(candidates: readonly Candidate[]): Pair[] {
  // Two who wait alone have no other choice than each other again.
  if (candidates.length === 2) for (const one of candidates) one.last = null;
  const pairs: Pair[] = [];
  let left = sortedByRating(candidates);
  for (;;) {
    const found = pairNeighbours(left);
    if (found.length === 0) break;
    pairs.push(...found);
    left = left.filter(({ taken }) => !taken);
  }
  return [...pairs, ...pairLeftOver(left)];
}

/**
 * Pairs those who wait: near ratings first, with regard to colours and patience, so that nobody who is left has an
 * acceptable opponent who is left. The order of `waiting` does not matter; who is in it twice counts once. `now` in epoch ms.
 */
export function pair(waiting: readonly Waiting[], now: number): Pair[] {
  const pools = Map.groupBy(candidatesOf(waiting, now), ({ of }) => of.pool);
  return [...pools.keys()].sort().flatMap((pool) => pairPool(pools.get(pool)!));
}
