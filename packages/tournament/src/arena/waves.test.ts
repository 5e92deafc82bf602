import { expect, test } from 'vitest';
import { type FreePlayer, pairWave, REPEAT_AFTER_MS } from '../index.ts';

const NOW = 1_000_000;

function free(id: string, values: Partial<FreePlayer> = {}): FreePlayer {
  const usual = { rating: 1_500, points: 0, lastOpponents: [], colorDifference: 0, lastSide: null };
  return { ...usual, freeSince: NOW - 1_000, id, ...values };
}

function opponents(players: readonly FreePlayer[], now = NOW): string[] {
  return pairWave(players, now).map(({ red, blue }) => [red, blue].sort().join('-'));
}

test('pairs by points first, then by rating', () => {
  const players = [
    free('a', { points: 4, rating: 1_200 }),
    free('b', { points: 0, rating: 1_210 }),
    free('c', { points: 4, rating: 1_900 }),
    free('d', { points: 0, rating: 1_890 }),
  ];
  expect(opponents(players).sort()).toEqual(['a-c', 'b-d']);
  expect(opponents(players.map((player) => ({ ...player, points: 0 }))).sort()).toEqual(['a-b', 'c-d']);
});

test('avoids the opponents of the last two games', () => {
  const players = [free('a', { lastOpponents: ['b', 'c'] }), free('b'), free('c'), free('d')];
  expect(opponents(players).sort()).toEqual(['a-d', 'b-c']);
});

test('repeats an opponent only among fewer than four, after both waited', () => {
  const players = [free('a', { lastOpponents: ['b'] }), free('b', { lastOpponents: ['a'] })];
  expect(opponents(players)).toEqual([]);
  expect(opponents(players, NOW + REPEAT_AFTER_MS)).toEqual(['a-b']);
});

test('lets the player wait who became free last', () => {
  const players = [free('a'), free('b', { freeSince: NOW - 9_000 }), free('c', { freeSince: NOW - 5_000 })];
  expect(opponents(players)).toEqual(['b-c']);
});

test('gives red to the player with fewer games as red', () => {
  expect(pairWave([free('a', { colorDifference: 1 }), free('b', { colorDifference: -1 })], NOW)).toEqual([
    { red: 'b', blue: 'a' },
  ]);
  expect(pairWave([free('a', { lastSide: 'red' }), free('b', { lastSide: 'blue' })], NOW)).toEqual([
    { red: 'b', blue: 'a' },
  ]);
});

test('pairs all of 501 players but one, the same on each call', () => {
  const players = Array.from({ length: 501 }, (_, n) =>
    free(`p${n}`, {
      rating: 1_000 + ((n * 7_919) % 1_000),
      points: (n * 31) % 17,
      freeSince: NOW - (n % 100) * 90,
    }),
  );
  const pairs = pairWave(players, NOW);
  expect(pairs).toHaveLength(250);
  expect(pairWave(players.toReversed(), NOW)).toEqual(pairs);
});
