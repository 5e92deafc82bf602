/**
 * The numbers of the evaluation, in quarters of a point. `npm run tune:engine` fits them to results of games and writes
 * this file's table (parameters.json holds the same, with what it was fitted to).
 */

/** By type: what the piece is worth as such. */
export const BASE: u32 = 0;
/** By how many types that can take it the enemy has left. */
export const HUNTED: u32 = 8;
/** By how many types that it can take the enemy has left. */
export const PREY: u32 = 17;
/** `[hunters left, 3 at most][moves to the enemy's den, 15 at most]`. */
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
/** `[type][rows from the own edge][columns from the nearer edge]`. */
export const SQUARES: u32 = 180;
export const PARAMETER_COUNT: u32 = 468;

/** As i16. */
export const PARAMETERS: usize = memory.data(PARAMETER_COUNT * 2, 2);

export function parameter(index: u32): i32 {
  return load<i16>(PARAMETERS + (index << 1));
}
function set(index: u32, value: i32): void {
  store<i16>(PARAMETERS + (index << 1), value);
}

/** What the tuning started from: rough guesses. */
export function initParameters(): void {
  const base: StaticArray<i16> = [250, 150, 200, 260, 340, 620, 720, 640];
  for (let type = 0; type < 8; type++) set(BASE + type, base[type] * 4);
  const hunted: StaticArray<i16> = [250, 80, 40, 20, 0, 0, 0, 0, 0];
  for (let count = 0; count < 9; count++) {
    set(HUNTED + count, hunted[count] * 4);
    set(PREY + count, count * 10 * 4);
  }
  for (let hunters = 0; hunters < 4; hunters++) {
    for (let moves = 0; moves < 16; moves++) {
      const near = max(0, 12 - moves);
      set(ADVANCE + hunters * 16 + moves, near * (8 - 2 * hunters) * 2 + (moves < 5 ? (5 - moves) * 8 : 0));
    }
  }
  for (let moves = 0; moves < 8; moves++) {
    for (let lead = 0; lead < 6; lead++)
      set(RACE + moves * 6 + lead, lead < 3 ? 0 : (8 - moves) * 40 * (lead - 2));
  }
  for (let traps = 0; traps < 4; traps++) set(OPEN_TRAPS + traps, traps * 60);
  set(BLOCKED_LEAPS + 1, 40);
  set(BLOCKED_LEAPS + 2, 80);
  set(BLOCKED_LEAPS + 3, 100);
  for (let moves = 0; moves < 16; moves++) set(RAT_TO_ELEPHANT + moves, max(0, 8 - moves) * 16);
  set(TEMPO, 40);
}
