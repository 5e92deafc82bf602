import { formatFen, formatStepText, gameMoves, parseStepText, positionOf } from '@doushouqi/rules';
import { expect, it } from 'vitest';
import { PUZZLE } from '../../../test/puzzles.ts';
import { analysisOf, startOf } from './line.ts';

it('writes a move as it reads it', () => {
  expect(formatStepText(parseStepText('1,6-1,2'))).toBe('1,6-1,2');
});

it('starts with the opponent’s last move, also if it took a piece', () => {
  const game = startOf(PUZZLE);
  expect(gameMoves(game).map(formatStepText)).toEqual([PUZZLE.last]);
  expect(formatFen(positionOf(game))).toBe(PUZZLE.fen);
});

it('starts without a last move that does not fit', () => {
  const game = startOf({ ...PUZZLE, last: '3,3-3,4' });
  expect(gameMoves(game)).toEqual([]);
  expect(formatFen(positionOf(game))).toBe(PUZZLE.fen);
});

it('leads to the analysis of the position with the line', () => {
  const address = new URL(analysisOf(PUZZLE, [parseStepText('4,6-4,2')]), 'http://x');
  expect(address.pathname).toBe('/analysis');
  expect(Object.fromEntries(address.searchParams)).toEqual({ fen: PUZZLE.fen, line: '4642' });
});
