import { otherSide, type Side, type Winner } from '@doushouqi/rules';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  type Account,
  arrangedWeightOf,
  type EarlierGames,
  type LedgerGame,
  NEW_ACCOUNT,
  RATING_RULE,
  rate,
  rateForAccounts,
  type Win,
  weightOf,
  weightsOf,
} from './index.ts';

const DAY = 86_400_000;
const [NEW, SURE] = [350, 60];
const EARLY_WIN: Win = { plies: 2, opponentDeviation: SURE };
const NEWCOMER_WIN: Win = { plies: 60, opponentDeviation: NEW };

function times(count: number, win: Win): Win[] {
  return Array.from({ length: count }, () => win);
}

test.for([
  ['a long game', { plies: 60, red: SURE, blue: SURE }, [], 1, 1],
  ['a game of 12 plies', { plies: 12, red: SURE, blue: SURE }, [], 1, 1],
  ['a game of 11 plies', { plies: 11, red: SURE, blue: SURE }, [], 1 / 8, 1 / 8],
  [
    'the third early game of the winner',
    { plies: 2, red: NEW, blue: NEW },
    times(2, EARLY_WIN),
    1 / 32,
    1 / 32,
  ],
  ['a provisional winner', { plies: 60, red: NEW, blue: NEW }, [], 1, 1],
  ['an established winner over a provisional player', { plies: 60, red: SURE, blue: 220 }, [], 1 / 2, 1],
  ['an established player who loses to a provisional one', { plies: 60, red: 220, blue: SURE }, [], 1, 1 / 2],
  [
    'the 10th win over a provisional player',
    { plies: 60, red: NEW, blue: NEW },
    times(9, NEWCOMER_WIN),
    1,
    1,
  ],
  [
    'the 12th win over a provisional player',
    { plies: 60, red: NEW, blue: NEW },
    times(11, NEWCOMER_WIN),
    1 / 4,
    1,
  ],
  [
    'a win over an established player after 11 wins over provisional ones',
    { plies: 60, red: 220, blue: SURE },
    times(11, NEWCOMER_WIN),
    1,
    1 / 2,
  ],
] as const)('weighs %s', ([, game, wins, red, blue]) => {
  expect(weightsOf({ winner: 'red', ...game }, wins)).toEqual({ red, blue });
});

const deviation = fc.double({ min: 45, max: 350, noNaN: true });
const win = fc.record({ plies: fc.nat(200), opponentDeviation: deviation });
const winner = fc.constantFrom<Winner>('draw', 'red', 'blue');
const gameToWeigh = fc.record({ winner, plies: fc.nat(200), red: deviation, blue: deviation });

test('weights are 0 to 1, never grow with a further win, and treat the sides alike', () => {
  fc.assert(
    fc.property(gameToWeigh, fc.array(win, { maxLength: 40 }), win, (game, wins, further) => {
      const weights = weightsOf(game, wins);
      const { red, blue } = weightsOf(game, [...wins, further]);
      for (const [less, weight] of [[red, weights.red] as const, [blue, weights.blue] as const]) {
        expect(weight).toBeGreaterThan(0);
        expect(weight).toBeLessThanOrEqual(1);
        expect(less).toBeLessThanOrEqual(weight);
      }
      const turned = game.winner === 'draw' ? 'draw' : otherSide(game.winner);
      const mirrored = weightsOf({ ...game, winner: turned, red: game.blue, blue: game.red }, wins);
      expect(mirrored).toEqual({ red: weights.blue, blue: weights.red });
    }),
  );
});

test('rates a game without a rule by repetition alone', () => {
  const account = fc.record({ rating: fc.double({ min: 500, max: 2500, noNaN: true }), deviation });
  const game = fc.record({ winner, plies: fc.nat(200) });
  fc.assert(
    fc.property(account, account, game, fc.array(win), fc.nat(5), (one, other, played, ofWinner, ofPair) => {
      const [red, blue] = [one, other].map((own): Account => ({ ...NEW_ACCOUNT, ...own, ratedAt: DAY }));
      const outcome = rateForAccounts(
        red!,
        blue!,
        { ...played, endTime: 2 * DAY, isArranged: true },
        { ofPair, ofWinner, arranged: { red: 20, blue: 20 } },
      );
      const weight = weightOf(ofPair);
      const weights = { red: weight, blue: weight };
      const changes = rate({ red: red!, blue: blue!, winner: played.winner, endTime: 2 * DAY, weights });
      expect({ red: outcome.red.change, blue: outcome.blue.change }).toEqual(changes);
    }),
  );
});

test('rule 1 ignores that a game was arranged, and rule 2 equals rule 1 for other games', () => {
  const earlier = { ofPair: 0, ofWinner: [], arranged: { red: 8, blue: 8 } };
  const played = { winner: 'red', plies: 60, endTime: DAY } as const;
  const ratedBy = (game: Partial<LedgerGame>) =>
    rateForAccounts(NEW_ACCOUNT, NEW_ACCOUNT, { ...played, ...game }, earlier);
  expect(ratedBy({ rule: 1, isArranged: true })).toEqual(ratedBy({ rule: 1 }));
  expect(ratedBy({ rule: RATING_RULE })).toEqual(ratedBy({ rule: 1 }));
  expect(ratedBy({ rule: RATING_RULE, isArranged: true })).not.toEqual(ratedBy({ rule: 1 }));
});

test('weighs five arranged games a day in full, and each further one half of the one before', () => {
  expect(Array.from({ length: 9 }, (_, n) => arrangedWeightOf(n))).toEqual([
    1,
    1,
    1,
    1,
    1,
    1 / 2,
    1 / 4,
    1 / 8,
    1 / 16,
  ]);
});

test('weighs an arranged game for each side separately, alike for a win, a loss and a draw', () => {
  const count = fc.nat(30);
  const changeOf = (rating: Account, other: Account, result: Winner, red: number, blue: number) => {
    const game = { winner: result, plies: 60, endTime: DAY, rule: RATING_RULE } as const;
    const earlier = { ofPair: 0, ofWinner: [], arranged: { red, blue } };
    const full = rateForAccounts(rating, other, game, earlier);
    const damped = rateForAccounts(rating, other, { ...game, isArranged: true }, earlier);
    const partOf = (side: Side) => {
      const moved = ({ change: { before, after } }: (typeof full)['red']) =>
        after.deviation - before.deviation;
      return moved(damped[side]) / moved(full[side]);
    };
    return { red: partOf('red'), blue: partOf('blue') };
  };
  const established: Account = { ...NEW_ACCOUNT, rating: 1_600, deviation: 80, ratedAt: DAY };
  fc.assert(
    fc.property(winner, count, count, (result, red, blue) => {
      const parts = changeOf(established, { ...established, rating: 1_500 }, result, red, blue);
      expect(parts.red).toBeCloseTo(arrangedWeightOf(red), 6);
      expect(parts.blue).toBeCloseTo(arrangedWeightOf(blue), 6);
    }),
  );
});

/** The winner's account after 36 new accounts lost two games each to it on each of `days` days. */
function afterAttack(game: Pick<LedgerGame, 'plies' | 'rule' | 'isArranged'>, days = 1): Account {
  let account: Account = NEW_ACCOUNT;
  for (let day = 1; day <= days; day++) {
    const wins: Win[] = [];
    for (let n = 0; n < 36; n++) {
      let loser: Account = NEW_ACCOUNT;
      for (let ofPair = 0; ofPair < 2; ofPair++) {
        const arranged = { red: wins.length, blue: ofPair };
        const earlier: EarlierGames = { ofPair, ofWinner: wins, arranged };
        const played = { winner: 'red', endTime: day * DAY, ...game } as const;
        const { red, blue } = rateForAccounts(account, loser, played, earlier);
        wins.push({ plies: game.plies, opponentDeviation: blue.change.before.deviation });
        [account, loser] = [red.account, blue.account];
      }
    }
  }
  return account;
}

test('72 games against 36 new accounts that surrender raise a rating little or leave it provisional', () => {
  const old = afterAttack({ plies: 2 });
  expect(old.rating).toBeGreaterThan(2200);
  expect(old.deviation).toBeLessThan(110);
  const early = afterAttack({ plies: 2, rule: RATING_RULE });
  expect(early.rating).toBeLessThan(1550);
  expect(early.deviation).toBeGreaterThan(300);
  const late = afterAttack({ plies: 12, rule: RATING_RULE });
  expect(late.rating).toBeLessThan(old.rating - 200);
  expect(late.deviation).toBeGreaterThan(110);
  const arranged = afterAttack({ plies: 12, rule: RATING_RULE, isArranged: true });
  expect(arranged.rating).toBeLessThan(late.rating - 50);
  expect(arranged.deviation).toBeGreaterThan(late.deviation + 20);
});
