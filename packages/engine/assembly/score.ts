/** Scores, and the node count. */

/** Score of an immediate win; a win in n plies scores n less, a loss in n plies n more than its negative. */
export const WIN: i32 = 30_000;
/** Lowest win score; evaluations are below it. */
export const WIN_FROM: i32 = 29_000;
export const INFINITE: i32 = 32_000;

export let nodes: u32 = 0;
export function countNode(): void {
  nodes++;
}
export function clearNodes(): void {
  nodes = 0;
}

/** Converts a score for the hash table: win distances are stored from their own position and read from the root. */
export function toTable(score: i32, ply: i32): i32 {
  if (score > WIN_FROM) return score + ply;
  return score < -WIN_FROM ? score - ply : score;
}
export function fromTable(score: i32, ply: i32): i32 {
  if (score > WIN_FROM) return score - ply;
  return score < -WIN_FROM ? score + ply : score;
}
