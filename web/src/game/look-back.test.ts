import { endGame, formatFen, gamePositions, plyCount, positionOf } from '@doushouqi/rules';
import { expect, test } from 'vitest';
import { gameOf, OPENING } from '../../test/rooms.ts';
import { gameAfter } from './look-back.ts';

const GAME = gameOf(OPENING);

test('shows every position of a game, the start among them', () => {
  const fens = gamePositions(GAME).map(formatFen);
  expect(fens.map((_, plies) => formatFen(positionOf(gameAfter(GAME, plies))))).toEqual(fens);
});

test('is the game itself at its end and beyond, with its verdict', () => {
  const over = endGame(GAME, 1, 'SURRENDER');
  expect(gameAfter(over, OPENING.length)).toBe(over);
  expect(gameAfter(over, 99)).toBe(over);
});

test('knows nothing before the start', () => {
  expect(plyCount(gameAfter(GAME, -1))).toBe(0);
});
