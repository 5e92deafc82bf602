import { winRate } from '@doushouqi/engine';
import { type GameMove, isSameMove, terrainAt } from '@doushouqi/rules';
import { type Evaluation, FAULT_LOSS, moverRate } from '../../../shared/engine/evaluation.ts';

/** Marks of moves by the win rate that they lost. Pure. */

/** Best first: 妙手 好手 缓手 失误 漏着. */
export const MARKS = ['brilliant', 'good', 'inaccuracy', 'mistake', 'blunder'] as const;
export type Mark = (typeof MARKS)[number];

/** Minimum loss of win rate for each mark, in percentage points; docs/review.md has the reasons. */
export const LOSSES = { inaccuracy: FAULT_LOSS, mistake: 12, blunder: 20 } as const;

/**
 * Minimum margin over every other move for a good or a brilliant one, in percentage points. docs/review.md has the
 * resulting shares of marks.
 */
const MARGINS = { good: 2, brilliant: 8 } as const;

export function isFault(mark: Mark | null): boolean {
  return mark === 'inaccuracy' || mark === 'mistake' || mark === 'blunder';
}

/**
 * Returns the win rate that a move lost, 0 to 100. The engine's own choice loses nothing, whatever the next search
 * finds.
 * @param after win rate of the moving side after the move
 */
export function lossOf(before: Evaluation, move: GameMove, after: number): number {
  const best = before.lines[0];
  return !best || isSameMove(best.move, move) ? 0 : Math.max(0, moverRate(before) - after);
}

/** Returns null for an ordinary move: other moves are as good, or it is not the best one. */
export function markOf(before: Evaluation, move: GameMove, loss: number): Mark | null {
  if (loss >= LOSSES.blunder) return 'blunder';
  if (loss >= LOSSES.mistake) return 'mistake';
  if (loss >= LOSSES.inaccuracy) return 'inaccuracy';
  const margin = marginOf(before, move);
  if (margin < MARGINS.good) return null;
  return margin >= MARGINS.brilliant && isHidden(before, move) ? 'brilliant' : 'good';
}

/** Returns the margin of the move over the second best; 0 unless it is the best of several. */
function marginOf({ lines: [best, second] }: Evaluation, move: GameMove): number {
  if (!best || !second || !isSameMove(best.move, move)) return 0;
  return winRate(best.score) - winRate(second.score);
}

/**
 * Returns whether the move is hard to find: a capture or a step into the den if two plies of search prefer another
 * move; other moves always.
 */
function isHidden({ glance }: Evaluation, move: GameMove): boolean {
  const isPlain = move.capturedPiece !== null || terrainAt(move.to) === 'den';
  return !isPlain || !isSameMove(glance, move);
}
