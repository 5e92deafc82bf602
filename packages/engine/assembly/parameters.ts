/**
 * Evaluation parameters in quarters of a point, and their offsets. `npm run spsa:engine` and `npm run tune:engine`
 * fit them; `tools/src/engine/adopt.ts` writes them to tuned.ts.
 */
import { TUNED } from './tuned';

/** By type: base value of the piece. */
export const BASE: u32 = 0;
/** By number of remaining enemy types that can capture it. */
export const HUNTED: u32 = 8;
/** By number of remaining enemy types that it can capture. */
export const PREY: u32 = 17;
/** `[enemies that can capture it and are home in time, at most 3][moves to the enemy's den, at most 15]`. */
export const ADVANCE: u32 = 32;
/** `[moves to the best trap, at most 7][lead over the nearest defender, -2 to 3]`. */
export const RACE: u32 = 96;
/** By number of enemy traps that can be reached before any defender. */
export const OPEN_TRAPS: u32 = 152;
/** By number of jumps of the enemy's lion and tiger, from their current squares, that the own rat blocks. */
export const BLOCKED_LEAPS: u32 = 156;
/** By moves from the own rat to the enemy's elephant, at most 15. */
export const RAT_TO_ELEPHANT: u32 = 160;
/** Bonus of the side to move. */
export const TEMPO: u32 = 176;
/** `[pieces near the enemy's den, at most 3][enemies near their traps, at most 3]`. */
export const STORM: u32 = 180;
/** `[type][rows from the own edge][columns from the nearer edge]`. */
export const SQUARES: u32 = 196;
export const PARAMETER_COUNT: u32 = 484;

/** As i16. */
export const PARAMETERS: usize = memory.data(PARAMETER_COUNT * 2, 2);

export function parameter(index: u32): i32 {
  return load<i16>(PARAMETERS + (index << 1));
}

export function initParameters(): void {
  for (let index: u32 = 0; index < PARAMETER_COUNT; index++) {
    store<i16>(PARAMETERS + (index << 1), TUNED[index]);
  }
}
