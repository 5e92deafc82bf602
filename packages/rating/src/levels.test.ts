import { describe, expect, test } from 'vitest';
import {
  ANIMAL_STARTS,
  afterGoodGame,
  afterOffence,
  conductIn,
  GOOD_CONDUCT,
  LEVEL_IDS,
  levelOf,
  nextPause,
  seasonEnd,
  seasonOf,
  thinned,
} from './index.ts';

const MINUTE = 60_000;
const DAY = 86_400_000;

test('has 24 levels of 60 points each', () => {
  expect(LEVEL_IDS).toHaveLength(24);
  expect(levelOf(-100)).toEqual({ order: 1, id: 'rat-1', progress: 0 });
  expect(levelOf(859)).toMatchObject({ order: 1 });
  expect(levelOf(860)).toEqual({ order: 2, id: 'rat-2', progress: 0 });
  expect(levelOf(1535)).toEqual({ order: 13, id: 'leopard-1', progress: 1 / 4 });
  expect(levelOf(2179)).toMatchObject({ order: 23 });
  expect(ANIMAL_STARTS.map((rating) => levelOf(rating).order)).toEqual([4, 7, 10, 13, 16, 19, 22]);
  expect(levelOf(4000)).toEqual({ order: 24, id: 'elephant-3', progress: 1 });
});

test('has four seasons a year in UTC', () => {
  const seasons = [Date.UTC(2026, 0), Date.UTC(2026, 2, 31), Date.UTC(2026, 9), Date.UTC(2026, 11, 31, 23)];
  expect(seasons.map(seasonOf)).toEqual(['2026-1', '2026-1', '2026-4', '2026-4']);
  expect(seasons.map(seasonEnd)).toEqual([
    Date.UTC(2026, 3),
    Date.UTC(2026, 3),
    Date.UTC(2027, 0),
    Date.UTC(2027, 0),
  ]);
});

describe('conduct', () => {
  test('warns on the first offence and pauses longer with each further one of a day', () => {
    let conduct = GOOD_CONDUCT;
    const pauses = Array.from({ length: 8 }, (_, n) => {
      conduct = afterOffence(conduct, DAY + n);
      return Math.max(0, conduct.pauseUntil - DAY - n) / MINUTE;
    });
    expect(pauses).toEqual([0, 2, 10, 30, 120, 1440, 1440, 1440]);
  });

  test('removes an offence after two good games or two days', () => {
    const warned = afterOffence(GOOD_CONDUCT, 0);
    expect(nextPause(warned, 0)).toBe(2 * MINUTE);
    expect(nextPause(warned, 2 * DAY)).toBe(0);
    expect(nextPause(afterGoodGame(afterGoodGame(warned, 1), 2), 3)).toBe(0);
  });

  test('assigns offences and good games to the players', () => {
    const game = { players: ['a', 'b'] as const, winner: 'blue' as const, plies: 30, bySurrender: true };
    const did = (more: object) => conductIn({ ...game, ...more }).map((one) => one.did);
    expect(did({})).toEqual(['played', 'played']);
    expect(did({ plies: 4 })).toEqual(['early_surrender', 'played']);
    expect(did({ plies: 4, bySurrender: false })).toEqual(['played', 'played']);
    expect(did({ leftBy: 'a' })).toEqual(['left', 'played']);
    expect(did({ winner: null, abortedBy: 'b' })).toEqual([null, 'aborted']);
  });
});

test('returns the last point of each day, thinned to the limit, with the newest', () => {
  const points = Array.from({ length: 40 }, (_, n) => ({ at: (n * DAY) / 4, rating: n, deviation: 50 }));
  expect(thinned(points, 200).map(({ rating }) => rating)).toEqual([3, 7, 11, 15, 19, 23, 27, 31, 35, 39]);
  expect(thinned(points, 3).map(({ rating }) => rating)).toEqual([7, 23, 39]);
  expect(thinned([], 3)).toEqual([]);
});
