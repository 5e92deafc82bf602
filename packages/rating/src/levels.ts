const ANIMALS = ['rat', 'cat', 'dog', 'wolf', 'leopard', 'tiger', 'lion', 'elephant'] as const;
type Animal = (typeof ANIMALS)[number];
const STEPS = 3;

/** Nominal start of the first level, which also includes all lower ratings. */
const FIRST = 800;
const WIDTH = 60;

export interface LevelOf {
  /** 1 (`rat-1`) to 24 (`elephant-3`). */
  order: number;
  id: `${Animal}-${number}`;
  /** Progress to the next level, 0 to 1; 1 on the last level. */
  progress: number;
}

function bounded(value: number, least: number, most: number): number {
  return Math.min(most, Math.max(least, value));
}

/** All levels in order. */
export const LEVEL_IDS = ANIMALS.flatMap((animal) =>
  Array.from({ length: STEPS }, (_, step) => `${animal}-${step + 1}` as const),
);

/** Returns the level of a rating: 60 points each, the first below 860, the last from 2180. */
export function levelOf(rating: number): LevelOf {
  const order = bounded(Math.floor((rating - FIRST) / WIDTH) + 1, 1, LEVEL_IDS.length);
  const done = (rating - FIRST) / WIDTH - (order - 1);
  return { order, id: LEVEL_IDS[order - 1]!, progress: bounded(done, 0, 1) };
}

export const TOP_LEVEL = LEVEL_IDS.length;

/** Returns the rating at which a level starts. @param order 1 to 24 */
export function levelStart(order: number): number {
  return FIRST + (order - 1) * WIDTH;
}

/** The ratings at which the animals start, without the first animal, which has no lower bound. */
export const ANIMAL_STARTS = ANIMALS.slice(1).map((_, n) => levelStart((n + 1) * STEPS + 1));
