import { expect, test } from 'vitest';
import {
  endGame,
  formatFen,
  gameAfter,
  gamePositions,
  legalGameMoves,
  newGame,
  play,
  plyCount,
  positionOf,
} from '../src/index.ts';

const PLIES = 6;

function gameOf(plies: number) {
  let game = newGame();
  for (let ply = 0; ply < plies; ply++) {
    const played = play(game, legalGameMoves(game)[ply]!);
    if (!played.ok) throw new Error(played.error);
    game = played.value;
  }
  return game;
}

const GAME = gameOf(PLIES);

test('every position of a game is there, the start among them', () => {
  const fens = gamePositions(GAME).map(formatFen);
  expect(fens.map((_, plies) => formatFen(positionOf(gameAfter(GAME, plies))))).toEqual(fens);
});

test('at its end and beyond it is the game itself, with its verdict', () => {
  const over = endGame(GAME, 1, 'SURRENDER');
  expect(gameAfter(over, PLIES)).toBe(over);
  expect(gameAfter(over, 99)).toBe(over);
});

test('before the start there is nothing', () => {
  expect(plyCount(gameAfter(GAME, -1))).toBe(0);
});
