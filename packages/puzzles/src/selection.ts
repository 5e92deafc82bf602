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
export function fromNear<R extends Rated>(sorted: readonly R[], target: number): Generator<R> {
  const above = indexOf(sorted, target);
  return outward(sorted, target, above, above);
}

/** Yields the puzzles outside `from` (included) to `to` (excluded), those nearest to the target first. */
function* outward<R extends Rated>(
  sorted: readonly R[],
  target: number,
  from: number,
  to: number,
): Generator<R> {
  let [below, above] = [from - 1, to];
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

/** Returns the bounds of the near puzzles in the sorted list, the second excluded. */
function nearRange(sorted: readonly Rated[], target: number): [from: number, to: number] {
  let from = indexOf(sorted, target - NEAR_POINTS);
  let to = indexOf(sorted, target + NEAR_POINTS + 1);
  for (let missing = Math.min(NEAR_COUNT, sorted.length) - (to - from); missing > 0; missing -= 1) {
    const [lower, higher] = [sorted[from - 1], sorted[to]];
    const takesLower =
      higher === undefined || (lower !== undefined && target - lower.rating <= higher.rating - target);
    if (takesLower) from -= 1;
    else to += 1;
  }
  return [from, to];
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
  const [from, to] = nearRange(sorted, target);
  let size = NEAR_COUNT;
  for (const part of [shuffled(sorted.slice(from, to), random), outward(sorted, target, from, to)]) {
    let group: R[] = [];
    for (const puzzle of part) {
      group.push(puzzle);
      if (group.length < size) continue;
      yield shuffled(group, random);
      group = [];
      size *= 2;
    }
    if (group.length > 0) yield shuffled(group, random);
  }
}
