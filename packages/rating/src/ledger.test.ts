import { expect, test } from 'vitest';
import {
  type Account,
  fixedAccount,
  NEW_ACCOUNT,
  rateForAccounts,
  SEASONS_KEPT,
  weekChange,
} from './index.ts';

const DAY = 86_400_000;
const NO_GAMES = { ofPair: 0, ofWinner: [], arranged: { red: 0, blue: 0 } };
const SURE = { ...NEW_ACCOUNT, deviation: 60 };

/** Returns the account of an established player after games at these times against new users. */
function after(games: readonly { at: number; won: boolean }[], first: Account = SURE): Account {
  return games.reduce(
    (account, { at, won }) =>
      rateForAccounts(account, SURE, { winner: won ? 'red' : 'blue', plies: 41, endTime: at }, NO_GAMES).red
        .account,
    first,
  );
}

test('stores games and best level of the last seasons', () => {
  const spring = Date.UTC(2026, 1);
  const summer = Date.UTC(2026, 6);
  const wins = Array.from({ length: 5 }, (_, n) => ({ at: spring + n, won: true }));
  const { seasons } = after([...wins, { at: spring + 9, won: false }, { at: summer, won: false }]);
  expect(seasons).toEqual([
    { season: '2026-1', best: 13, wins: 5, losses: 1, draws: 0 },
    { season: '2026-3', best: 12, wins: 0, losses: 1, draws: 0 },
  ]);
  const many = Array.from({ length: 20 }, (_, n) => ({ at: Date.UTC(2020, 3 * n), won: n % 2 === 0 }));
  expect(after(many).seasons).toHaveLength(SEASONS_KEPT);
  expect(after(many).seasons.at(-1)?.season).toBe('2024-4');
});

test('stores no best level for a provisional rating', () => {
  expect(after([{ at: DAY, won: true }], NEW_ACCOUNT).seasons).toMatchObject([{ best: null, wins: 1 }]);
});

test('counts a game that arrives late for the season of the last game', () => {
  const late = after([
    { at: Date.UTC(2026, 3), won: true },
    { at: Date.UTC(2026, 3) - 1, won: true },
  ]);
  expect(late.seasons).toMatchObject([{ season: '2026-2', wins: 2 }]);
});

test('computes the change of seven days from the rating before their first game', () => {
  const games = Array.from({ length: 10 }, (_, day) => [
    { at: day * DAY + 1, won: true },
    { at: day * DAY + 2, won: day % 3 > 0 },
  ]).flat();
  const account = after(games);
  const before = after(games.filter(({ at }) => at < 3 * DAY));
  expect(account.days.map(({ day }) => day)).toEqual([3, 4, 5, 6, 7, 8, 9]);
  expect(weekChange(account, 9 * DAY + 5)).toBe(Math.round(account.rating) - Math.round(before.rating));
  expect(weekChange(account, 16 * DAY)).toBeNull();
  expect(weekChange(NEW_ACCOUNT, DAY)).toBeNull();
});

test('counts rounds and winning streaks, unless older games were not counted', () => {
  const games = [true, true, false, true, true, true, false, true].map((won, at) => ({ at, won }));
  expect(after(games).tally).toEqual({ rounds: 8 * 21, streak: 1, bestStreak: 3 });
  expect(after(games, { ...SURE, tally: null }).tally).toBeNull();
});

test('moves the rating of the player and not that of a bot', () => {
  const game = { winner: 'red', plies: 41, endTime: DAY, rule: 2, fixed: 'blue' } as const;
  const bot = fixedAccount(1_600);
  const { red, blue } = rateForAccounts(NEW_ACCOUNT, bot, game, NO_GAMES);
  expect(red.change.after.rating).toBeGreaterThan(1_600);
  expect(blue.change.after).toEqual({ ...blue.change.before, ratedAt: DAY });
  expect(blue.change.before).toMatchObject({ rating: 1_600, deviation: 45 });
  const lost = rateForAccounts(NEW_ACCOUNT, bot, { ...game, winner: 'blue' }, NO_GAMES);
  expect(lost.red.change.after.rating).toBeLessThan(1_500);
  expect(lost.blue.change.after.rating).toBe(1_600);
});
