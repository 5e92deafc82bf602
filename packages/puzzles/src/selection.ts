/** Selection of a puzzle near a rating. Pure; `random` in [0, 1). */

/** A puzzle that can be selected. */
export interface Rated {
  readonly id: string;
  readonly rating: number;
}

export type Level = 'easier' | 'right' | 'harder';
/** Points by which an easier or harder puzzle differs. */
const LEVEL_STEP = 200;
/** Ratings of the puzzles for callers without a rating. */
const UNRATED = { from: 1_200, to: 1_500 } as const;

/** Puzzles this near are equally good, and at least so many are. */
const NEAR_POINTS = 100;
const NEAR_COUNT = 20;

/** Returns the rating that a puzzle should have. `rating`: the caller's, null without one. */
export function targetOf(rating: number | null, level: Level, random: () => number): number {
  const own = rating ?? UNRATED.from + random() * (UNRATED.to - UNRATED.from);
  return own + (level === 'right' ? 0 : level === 'harder' ? LEVEL_STEP : -LEVEL_STEP);
}

/** Returns the index of the first puzzle with at least this rating. `sorted`: by rating. */
function indexOf(sorted: readonly Rated[], rating: number): number {
  let [low, high] = [0, sorted.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (sorted[middle]!.rating < rating) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** Yields puzzles from the nearest to the farthest. `sorted`: by rating. */
export function* fromNear<R extends Rated>(sorted: readonly R[], target: number): Generator<R> {
  let above = indexOf(sorted, target);
  let below = above - 1;
  while (below >= 0 || above < sorted.length) {
    const [lower, higher] = [sorted[below], sorted[above]];
    const takesLower =
      higher === undefined || (lower !== undefined && target - lower.rating <= higher.rating - target);
    yield takesLower ? lower! : higher;
    if (takesLower) below -= 1;
    else above += 1;
  }
}

/** Returns a copy in random order. */
export function shuffled<T>(items: readonly T[], random: () => number): T[] {
  const mixed = [...items];
  for (let n = mixed.length - 1; n > 0; n -= 1) {
    const other = Math.floor(random() * (n + 1));
    [mixed[n], mixed[other]] = [mixed[other]!, mixed[n]!];
  }
  return mixed;
}

/**
 * Yields groups of puzzles in the order in which to offer them: all near ones in random order, then those farther away. Each
 * group is twice as large as the one before. A caller asks the store about a group at a time.
 */
export function* groupsNear<R extends Rated>(
  sorted: readonly R[],
  target: number,
  random: () => number,
): Generator<R[]> {
  const near: R[] = [];
  const far: R[] = [];
  for (const puzzle of fromNear(sorted, target)) {
    const isNear = Math.abs(puzzle.rating - target) <= NEAR_POINTS || near.length < NEAR_COUNT;
    (isNear ? near : far).push(puzzle);
  }
  let size = NEAR_COUNT;
  for (const part of [shuffled(near, random), far]) {
    for (let at = 0; at < part.length; ) {
      yield shuffled(part.slice(at, at + size), random);
      at += size;
      size *= 2;
    }
  }
}
