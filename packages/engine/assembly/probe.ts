/** The endgame tables. */

/** Of positions that no table knows. */
export const UNKNOWN: i32 = -32_000;

/** The value for the side to move at `ply` from the root, or `UNKNOWN`. */
export function probe(_ply: i32): i32 {
  return UNKNOWN;
}
