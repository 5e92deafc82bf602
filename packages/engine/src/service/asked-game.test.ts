import { analyzeRequest } from '@doushouqi/protocol/analysis';
import { formatFen, type Game, newGame, ok, play, plyCount, startPosition } from '@doushouqi/rules';
import { expect, test } from 'vitest';
import { parseSquareMove } from '../index.ts';
import { requestedGame } from './requested-game.ts';

function played(...moves: string[]): Game {
  return moves.reduce((game, text) => {
    const next = play(game, parseSquareMove(text.slice(0, 4))!);
    if (!next.ok) throw new Error(`${text}: ${next.error}`);
    return next.value;
  }, newGame());
}

function asked(game: Game, lastMoves: string[], more: object = {}) {
  const fen = formatFen(game.position);
  return requestedGame(analyzeRequest.parse({ fen, difficulty: 1, lastMoves, ...more }));
}

const SHUFFLE = ['g3g4', 'a7a6', 'g4g3', 'a6a7'];

test('has the history of the game, including repetitions', () => {
  const moves = [...SHUFFLE, ...SHUFFLE.slice(0, 3)];
  const game = asked(played(...moves), moves);
  expect(game).toEqual(ok(played(...moves)));
});

test('restores captured pieces', () => {
  // The rats meet in the middle, and red captures.
  const moves = ['g3f3', 'a7b7', 'f3f4', 'b7b6', 'f4e4', 'b6c6', 'e4d4', 'c6d6', 'd4d5', 'a9a8', 'd5d6r'];
  expect(asked(played(...moves), moves)).toEqual(ok(played(...moves)));
});

test('starts at the position if there are no moves, or if they are irrelevant', () => {
  const game = played('g3g4');
  for (const result of [asked(game, []), asked(game, ['a1a2'], { isFirstMove: true })]) {
    expect(result.ok && plyCount(result.value)).toBe(0);
    expect(result.ok && formatFen(result.value.position)).toBe(formatFen(game.position));
  }
});

test.each([
  ['a move of the wrong side', ['a7a6']],
  ['a move onto nothing', ['a5a4']],
  ['a move that no piece makes', ['g1g3']],
])('refuses %s', (_what, moves) => {
  expect(asked(newGame(undefined, startPosition()), moves)).toEqual({ ok: false, error: 'INVALID_MOVES' });
});
