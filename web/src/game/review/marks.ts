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

/** By how much every other move must be worse than a brilliant one. */
const BRILLIANT_MARGIN = 8;

export function isFault(mark: Mark): boolean {
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

export function markOf(before: Evaluation, move: GameMove, loss: number): Mark {
  if (loss >= LOSSES.blunder) return 'blunder';
  if (loss >= LOSSES.mistake) return 'mistake';
  if (loss >= LOSSES.inaccuracy) return 'inaccuracy';
  return isBrilliant(before, move) ? 'brilliant' : 'good';
}

/** The only good move, and none that anybody sees: a capture or the way into the den must be hidden from a glance. */
function isBrilliant({ lines: [best, second], glance }: Evaluation, move: GameMove): boolean {
  if (!best || !second || !isSameMove(best.move, move)) return false;
  if (winRate(best.score) - winRate(second.score) < BRILLIANT_MARGIN) return false;
  const isPlain = move.capturedPiece !== null || terrainAt(move.to) === 'den';
  return !isPlain || !isSameMove(glance, move);
}
