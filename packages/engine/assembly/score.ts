/** Scores, and the count of what was searched. */

/** A win now; a win in n plies is worth n less, a loss in n plies n more than its negative. */
export const WIN: i32 = 30_000;
/** No evaluation reaches this. */
export const WIN_FROM: i32 = 29_000;
export const INFINITE: i32 = 32_000;

export let nodes: u32 = 0;
export function countNode(): void {
  nodes++;
}
export function clearNodes(): void {
  nodes = 0;
}

/** Wins are kept in the table as seen from their own position, and read as seen from the root. */
export function toTable(score: i32, ply: i32): i32 {
  if (score > WIN_FROM) return score + ply;
  return score < -WIN_FROM ? score - ply : score;
}
export function fromTable(score: i32, ply: i32): i32 {
  if (score > WIN_FROM) return score - ply;
  return score < -WIN_FROM ? score + ply : score;
}
