import { type Score, winRate } from '@doushouqi/engine';

/** The computer agrees in a level position from this ply on, and in a worse one at any time. */
const LEVEL_FROM_PLY = 20;
/** Percent. */
const LEVEL_BELOW = 55;
const WORSE_BELOW = 40;

/** Whether the computer agrees to a draw. `score`: from the view of the user, who is to move. Pure. */
export function agreesToDraw(score: Score, ply: number): boolean {
  const rate = 100 - winRate(score);
  return rate < WORSE_BELOW || (ply >= LEVEL_FROM_PLY && rate < LEVEL_BELOW);
}
