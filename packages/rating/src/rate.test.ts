import type { Winner } from '@doushouqi/rules';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type Account, NEW_ACCOUNT, rate, rateForAccounts, START, weightOf } from './index.ts';

const DAY = 86_400_000;

function both(weight: number) {
  return { red: weight, blue: weight };
}

/** Rounding errors of the unit conversion. */
const ROUNDING = 1e-9;
const rating = fc.record({
  rating: fc.double({ min: 200, max: 3000, noNaN: true }),
  deviation: fc.double({ min: 45, max: 350, noNaN: true }),
  volatility: fc.double({ min: 0.03, max: 0.1, noNaN: true }),
  ratedAt: fc.integer({ min: 0, max: 1000 * DAY }),
});
const winner = fc.constantFrom<Winner>('draw', 'red', 'blue');

test('changes equal ratings by the same amount in opposite directions', () => {
  const { red, blue } = rate({ red: START, blue: START, winner: 'red', endTime: DAY, weights: both(1) });
  expect(red.after.rating - 1500).toBeCloseTo(1500 - blue.after.rating, 9);
  expect(red.after.rating).toBeGreaterThan(1600);
  const drawn = rate({ red: START, blue: START, winner: 'draw', endTime: DAY, weights: both(1) });
  expect(drawn.red.after.rating).toBeCloseTo(1500, 9);
});

test('never lowers the winner, raises the loser or exceeds the bounds', () => {
  const weight = fc.integer({ min: 0, max: 10 }).map(weightOf);
  fc.assert(
    fc.property(
      rating,
      rating,
      winner,
      weight,
      fc.integer({ min: 0, max: 2000 * DAY }),
      (a, b, won, w, at) => {
        const { red, blue } = rate({ red: a, blue: b, winner: won, endTime: at, weights: both(w) });
        const sign = won === 'red' ? 1 : -1;
        if (won !== 'draw') {
          expect(sign * (red.after.rating - a.rating)).toBeGreaterThanOrEqual(-ROUNDING);
          expect(sign * (b.rating - blue.after.rating)).toBeGreaterThanOrEqual(-ROUNDING);
        }
        for (const { before, after } of [red, blue]) {
          expect(after.deviation).toBeGreaterThanOrEqual(45);
          expect(after.deviation).toBeLessThanOrEqual(350);
          expect(after.volatility).toBeLessThanOrEqual(0.1);
          expect(after.ratedAt).toBeGreaterThanOrEqual(Math.max(before.ratedAt!, at));
        }
      },
    ),
  );
});

test('half the weight gives half the change', () => {
  const whole = rate({ red: START, blue: START, winner: 'red', endTime: DAY, weights: both(1) });
  const half = rate({ red: START, blue: START, winner: 'red', endTime: DAY, weights: both(1 / 2) });
  expect(half.red.after.rating - 1500).toBeCloseTo((whole.red.after.rating - 1500) / 2, 9);
  expect([0, 1, 2, 3, 4].map(weightOf)).toEqual([1, 1, 1 / 2, 1 / 4, 1 / 8]);
});

interface Played {
  red: number;
  blue: number;
  winner: Winner;
  plies: number;
  endTime: number;
}

/** Returns the accounts after games in this order. */
function accountsAfter(games: readonly Played[]): Map<number, Account> {
  const accounts = new Map<number, Account>();
  const of = (player: number) => accounts.get(player) ?? NEW_ACCOUNT;
  for (const game of games) {
    const { red, blue } = rateForAccounts(of(game.red), of(game.blue), game, {
      ofPair: 0,
      ofWinner: [],
      arranged: { red: 0, blue: 0 },
    });
    accounts.set(game.red, red.account).set(game.blue, blue.account);
  }
  return accounts;
}

test('the order of games of different players does not matter', () => {
  // No player is in two lists.
  const group = (first: number) =>
    fc.array(
      fc.record({
        red: fc.constantFrom(first, first + 1),
        blue: fc.constantFrom(first + 2, first + 3),
        winner,
        plies: fc.nat(200),
        endTime: fc.integer({ min: 0, max: 100 * DAY }),
      }),
      { maxLength: 6 },
    );
  fc.assert(
    fc.property(group(0), group(10), fc.array(fc.boolean()), (one, other, turns) => {
      const [a, b] = [[...one], [...other]];
      const mixed: Played[] = [];
      for (const fromOne of turns) mixed.push(...(fromOne ? a : b).splice(0, 1));
      const inTurn = accountsAfter([...one, ...other]);
      expect(accountsAfter([...mixed, ...b, ...a])).toEqual(inTurn);
    }),
  );
});
