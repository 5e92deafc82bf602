import type { Level } from '@doushouqi/engine';

/** Shortest and longest time of a level for one move, in ms. The search of levels 1 to 4 takes less. */
const PACES: Record<Level, readonly [shortest: number, longest: number]> = {
  1: [600, 900],
  2: [600, 1_100],
  3: [700, 1_300],
  4: [800, 1_500],
  5: [800, 1_500],
};
/** Openings are familiar: the range grows to its full width until this ply. */
const OPENING_PLIES = 12;
/** Maximum share of the remaining clock time for one move. */
const CLOCK_SHARE = 1 / 40;

/**
 * Returns the computer's minimum time for a move, in ms: a human pace. Pure.
 * @param ply half-moves before it
 * @param timeLeft the computer's clock in ms; null without clocks
 * @param random returns a number in [0, 1)
 */
export function thinkingTime(
  level: Level,
  ply: number,
  timeLeft: number | null,
  random: () => number,
): number {
  const [shortest, longest] = PACES[level];
  const width = (longest - shortest) * Math.min(1, (ply + 4) / OPENING_PLIES);
  const time = Math.round(shortest + width * random());
  return timeLeft === null ? time : Math.min(time, Math.floor(timeLeft * CLOCK_SHARE));
}
