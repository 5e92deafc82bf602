/**
 * The explicit stack of the search: one frame per ply in place of calls, so that the search can stop after any node,
 * let the worker handle messages, and continue. The constants are offsets of a frame's fields, all i32 unless stated
 * otherwise.
 */

export const MAX_PLY: i32 = 120;
const FRAME: usize = 512;
const FRAMES: usize = memory.data(122 * 512, 16);

export const ALPHA: usize = 0;
export const BETA: usize = 4;
/** Remaining plies. */
export const DEPTH: usize = 8;
export const BEST: usize = 12;
export const BEST_MOVE: usize = 16;
/** The searched move and its piece (0..15). */
export const MOVE: usize = 20;
export const PIECE: usize = 24;
/** Awaited result: see search.ts. */
export const PHASE: usize = 28;
/** Stage of move picking: see order.ts. */
export const STAGE: usize = 32;
/** Next and last of the generated moves. */
export const NEXT: usize = 36;
export const COUNT: usize = 40;
/** Number of searched moves. */
export const TRIED: usize = 44;
export const STATIC: usize = 48;
/** 1 if the window is open. */
export const PV_NODE: usize = 52;
/** 1 if an enemy is in an own trap: every move must answer. */
export const FORCED: usize = 56;
/** 1 if an enemy could step safely into an own trap. */
export const DANGER: usize = 60;
/** Values from before the move, for `unmake`. */
export const QUIET_BEFORE: usize = 64;
/** u64 */
export const KEY_BEFORE: usize = 72;
export const HASH_MOVE: usize = 80;
export const FIRST_ALPHA: usize = 84;
/** Full depth of the child, and its initial reduction. */
export const CHILD_DEPTH: usize = 88;
export const REDUCTION: usize = 92;
/** Plies by which this line is extended. */
export const EXTENDED: usize = 96;
/** 1 if the previous move was a pass. */
export const AFTER_PASS: usize = 100;
/** Killers of this ply. They persist after the frame is popped. */
export const KILLER_1: usize = 104;
export const KILLER_2: usize = 108;
/** Searched quiet moves, for the history. */
export const QUIETS: usize = 112;
/** Captures that lose material, searched after the quiet moves. */
export const LOSING: usize = 116;
/** 1 if a cutoff is expected. */
export const CUT_NODE: usize = 120;
/** 32 moves as u16 and their scores as i32; searched quiet moves as u16; losing captures as u16. */
export const MOVES: usize = 128;
export const SCORES: usize = 192;
export const QUIET_LIST: usize = 320;
export const LOSING_LIST: usize = 384;

export function frameAt(ply: i32): usize {
  return FRAMES + <usize>ply * FRAME;
}
export function clearFrames(): void {
  memory.fill(FRAMES, 0, 122 * FRAME);
}

/** `[ply]`: best line from the ply as u16. */
const LINES: usize = memory.data(122 * 256);
const LENGTHS: usize = memory.data(122 * 4, 4);

export function lineFrom(ply: i32): usize {
  return LINES + ((<usize>ply) << 8);
}
export function lineLength(ply: i32): i32 {
  return load<i32>(LENGTHS + ((<usize>ply) << 2));
}
export function endLine(ply: i32): void {
  store<i32>(LENGTHS + ((<usize>ply) << 2), 0);
}
/** Sets the best line of a ply to a move and the best line of the next ply. */
export function extendLine(ply: i32, move: u32): void {
  const length = min<i32>(lineLength(ply + 1), 100);
  const line = lineFrom(ply);
  store<u16>(line, move);
  memory.copy(line + 2, lineFrom(ply + 1), (<usize>length) << 1);
  store<i32>(LENGTHS + ((<usize>ply) << 2), length + 1);
}
