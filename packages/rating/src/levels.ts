const ANIMALS = ['rat', 'cat', 'dog', 'wolf', 'leopard', 'tiger', 'lion', 'elephant'] as const;
type Animal = (typeof ANIMALS)[number];
const STEPS = 3;

/** Where the second level begins less one width; below it is the first. */
const FIRST = 800;
const WIDTH = 60;

export interface LevelOf {
  /** 1 (`rat-1`) to 24 (`elephant-3`). */
  order: number;
  id: `${Animal}-${number}`;
  /** The part of the way to the next level that is done, 0 to 1; 1 on the last one. */
  progress: number;
}

function bounded(value: number, least: number, most: number): number {
  return Math.min(most, Math.max(least, value));
}

/** Every level by its order: `LEVEL_IDS[0]` is the first. */
export const LEVEL_IDS = ANIMALS.flatMap((animal) =>
  Array.from({ length: STEPS }, (_, step) => `${animal}-${step + 1}` as const),
);

/** The level that a rating is worth: 60 points each, the first one below 860, the last one from 2180. */
export function levelOf(rating: number): LevelOf {
  const order = bounded(Math.floor((rating - FIRST) / WIDTH) + 1, 1, LEVEL_IDS.length);
  const done = (rating - FIRST) / WIDTH - (order - 1);
  return { order, id: LEVEL_IDS[order - 1]!, progress: bounded(done, 0, 1) };
}

/** The order of the last level. */
export const TOP_LEVEL = LEVEL_IDS.length;

/** The rating at which a level begins. @param order 1 to 24 */
export function levelStart(order: number): number {
  return FIRST + (order - 1) * WIDTH;
}

/** The ratings at which the animals begin, without the first one's, which has no lower end. */
export const ANIMAL_STARTS = ANIMALS.slice(1).map((_, n) => levelStart((n + 1) * STEPS + 1));
