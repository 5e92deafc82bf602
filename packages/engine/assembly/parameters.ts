/**
 * The numbers of the evaluation, in quarters of a point, and where each stands. `npm run spsa:engine` and
 * `npm run tune:engine` find them, `tools/src/engine/adopt.ts` writes them to tuned.ts.
 */
import { TUNED } from './tuned';

/** By type: what the piece is worth as such. */
export const BASE: u32 = 0;
/** By how many types that can take it the enemy has left. */
export const HUNTED: u32 = 8;
/** By how many types that it can take the enemy has left. */
export const PREY: u32 = 17;
/** `[enemies that can take it and are at home in time, 3 at most][moves to the enemy's den, 15 at most]`. */
export const ADVANCE: u32 = 32;
/** `[moves to the best trap, 7 at most][lead over the nearest defender, -2 to 3]`. */
export const RACE: u32 = 96;
/** By how many traps of the enemy can be reached before any defender. */
export const OPEN_TRAPS: u32 = 152;
/** By how many leaps of the enemy's lion and tiger from where they stand the own rat blocks. */
export const BLOCKED_LEAPS: u32 = 156;
/** By the moves from the own rat to the enemy's elephant, 15 at most. */
export const RAT_TO_ELEPHANT: u32 = 160;
/** Of the side to move. */
export const TEMPO: u32 = 176;
/** `[pieces near the enemy's den, 3 at most][enemies near their traps, 3 at most]`. */
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
