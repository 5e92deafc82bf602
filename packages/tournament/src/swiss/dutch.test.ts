import { expect, test } from 'vitest';
import { swissAfter } from '../../test/rounds.ts';
import { fold, pairRound, swissPlayers, type TournamentState } from '../index.ts';

function pairingOf(state: TournamentState, round: number): string[] {
  const { pairs, bye } = pairRound(swissPlayers(state, round))!;
  return [...pairs.map(({ red, blue }) => `${red}-${blue}`), ...(bye === null ? [] : [`${bye} bye`])];
}

test('pairs the upper half with the lower half in the first round, sides by number', () => {
  expect(pairingOf(swissAfter(7, []), 1)).toEqual(['1-4', '5-2', '3-6', '7 bye']);
});

// Two cases of bbpPairings (https://github.com/BieremaBoyzProgramming/bbpPairings, Apache 2.0), `test/tests/dutch_2025_*`.
test('gives the bye to the lowest score possible (C5)', () => {
  const state = swissAfter(6, ['1-4 1, 5-2 0, 3-6 1', '2-1 0, 4-3 0, 6-5 0']);
  fold(state, { kind: 'left', player: '4', at: 100 });
  expect(pairingOf(state, 3)).toEqual(['1-5', '3-2', '6 bye']);
});

test('gives the bye to the player with the most games (C9)', () => {
  const state = swissAfter(4, ['1-3 1, 4-2 0']);
  fold(state, { kind: 'joined', player: '5', rating: 1_000, at: 100 });
  expect(pairingOf(state, 2)).toEqual(['2-1', '3-5', '4 bye']);
});

test('gives no second bye, also not after a win by forfeit', () => {
  expect(pairingOf(swissAfter(3, ['1-2 1, 3 bye']), 2)).toEqual(['3-1', '2 bye']);
  expect(pairingOf(swissAfter(3, ['1-2 =, 3 half']), 2)).toEqual(['3-1', '2 bye']);
  expect(pairingOf(swissAfter(3, ['2-3 +, 1 bye']), 2)).toEqual(['1-2', '3 bye']);
  expect(pairRound(swissPlayers(swissAfter(3, ['2-3 +, 1 bye', '1-2 1, 3 bye']), 3))).toBeNull();
});

test('pairs no player with two forfeits', () => {
  const state = swissAfter(4, ['1-3 +, 2-4 1', '1-2 1, 4-3 +']);
  expect(state.players.get('3')!.status).toBe('removed');
  expect(swissPlayers(state, 3).map(({ id }) => id)).toEqual(['1', '2', '4']);
});

test('has no pairing when all have met', () => {
  expect(pairRound(swissPlayers(swissAfter(2, ['1-2 1']), 2))).toBeNull();
});
