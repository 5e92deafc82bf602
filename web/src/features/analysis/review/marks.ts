import { winRate } from '@doushouqi/engine';
import type { GameMove } from '@doushouqi/rules';
import { terrainAt } from '@doushouqi/rules';
import { type Evaluation, isSameMove, moverRate } from './evaluation.ts';

/** How good a move was, by the win rate that it lost. Pure. */

/** Best first: 妙手 好手 缓手 失误 漏着. */
export const MARKS = ['brilliant', 'good', 'inaccuracy', 'mistake', 'blunder'] as const;
export type Mark = (typeof MARKS)[number];

/** From how much lost win rate on a move is what, in points of a hundred; docs/review.md says why. */
export const LOSSES = { inaccuracy: 6, mistake: 12, blunder: 20 } as const;

/**
 * By how much every other move must be worse than a good or a brilliant one, in points of a hundred. docs/review.md
 * has the shares of marks that follow.
 */
const MARGINS = { good: 2, brilliant: 8 } as const;

export function isFault(mark: Mark | null): boolean {
  return mark === 'inaccuracy' || mark === 'mistake' || mark === 'blunder';
}

/**
 * The win rate that a move lost, 0 to 100. The engine's own choice loses nothing, whatever it finds a move later.
 * @param after the mover's win rate after the move
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

/** How much worse every other move is than this one; 0 unless it is the best of several. */
function marginOf({ lines: [best, second] }: Evaluation, move: GameMove): number {
  if (!best || !second || !isSameMove(best.move, move)) return 0;
  return winRate(best.score) - winRate(second.score);
}

/** A capture or the step into the den is hidden if two plies of search prefer another move; others always are. */
function isHidden({ glance }: Evaluation, move: GameMove): boolean {
  const isPlain = move.capturedPiece !== null || terrainAt(move.to) === 'den';
  return !isPlain || !isSameMove(glance, move);
}
