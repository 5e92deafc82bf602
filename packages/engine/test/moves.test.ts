import { formatFen, legalMoves, type Move, newGame, perft, startPosition } from '@doushouqi/rules';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { newCore } from './core.ts';
import { anyPosition } from './positions.ts';

const core = await newCore();

function sorted(moves: readonly Move[]): string[] {
  return moves.map(({ from, to }) => `${from.x}${from.y}${to.x}${to.y}`).sort();
}

test('perft from the start', () => {
  const counts = [1, 2, 3, 4, 5].map((depth) => core.perft(startPosition(), depth));
  expect(counts).toEqual([24, 576, 12_240, 260_099, 5_111_620]);
});

test('has the moves of the rules in any position', () => {
  fc.assert(
    fc.property(anyPosition(), (position) => {
      const fen = formatFen(position);
      expect(sorted(core.listMoves(position)), fen).toEqual(sorted(legalMoves(position)));
    }),
    { numRuns: 3_000 },
  );
});

test('counts the sequences of the rules in any position', () => {
  fc.assert(
    fc.property(anyPosition(), (position) => {
      const game = newGame(undefined, position);
      if (game.outcome.winner !== -1) return;
      expect(core.perft(position, 3), formatFen(position)).toBe(perft(position, 3));
    }),
    { numRuns: 300 },
  );
});
