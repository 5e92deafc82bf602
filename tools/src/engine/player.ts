import type { Game, Move } from '@doushouqi/rules';

export interface Player {
  /** The move in a game that is not over; the same game and seed give the same move. */
  move(game: Game, seed: number): Move | Promise<Move>;
  newGame(): void;
  close(): void;
}
