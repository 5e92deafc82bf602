/** One game of a match, and the openings. */

import { randomFrom } from '@doushouqi/engine/laboratory';
import {
  type Game,
  legalGameMoves,
  newGame,
  otherSide,
  outcome,
  play,
  plyCount,
  positionOf,
  turn,
  type Winner,
} from '@doushouqi/rules';
import type { Player } from './players.ts';

/** Random half-moves of an opening. */
const OPENING_PLIES = 6;
/** Longer games are draws. */
const MOST_PLIES = 400;

export interface Played {
  readonly game: Game;
  readonly winner: Winner;
}

/** Returns a random opening; a den is out of reach within six half-moves. */
export function opening(seed: number, plies = OPENING_PLIES): Game {
  const random = randomFrom(seed);
  let game = newGame();
  for (let ply = 0; ply < plies; ply++) {
    const moves = legalGameMoves(game);
    const next = play(game, moves[Math.floor(random() * moves.length)]!);
    if (next.ok) game = next.value;
  }
  return game;
}

/** Plays to the end. A player without a legal move loses. */
export async function playOut(start: Game, red: Player, blue: Player, seed: number): Promise<Played> {
  let game = start;
  red.newGame();
  blue.newGame();
  while (outcome(game).winner === null && plyCount(game) < MOST_PLIES) {
    const mover = turn(positionOf(game));
    const move = await (mover === 'red' ? red : blue).move(game, seed * 1_009 + plyCount(game));
    const next = play(game, move);
    if (!next.ok) return { game, winner: otherSide(mover) };
    game = next.value;
  }
  const { winner } = outcome(game);
  return { game, winner: winner ?? 'draw' };
}
