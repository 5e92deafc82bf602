import { type Game, plyCount, undo } from '@doushouqi/rules';

/** A game as it stood after so many half-moves; the game itself when it has no more than those. Pure. */
export function gameAfter(game: Game, plies: number): Game {
  let before = game;
  while (plyCount(before) > Math.max(0, plies)) before = undo(before);
  return before;
}
