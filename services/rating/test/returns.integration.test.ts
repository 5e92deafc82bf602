import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { houseBotOf } from '@doushouqi/protocol';
import { ROUTES } from '@doushouqi/protocol/server';
import { idOf, signTestToken } from '@doushouqi/service-kit/testing';
import { beforeEach, describe, expect, it } from 'vitest';
import { againstBot, finished, NOON, testRating } from './fixtures.ts';

const service = await testRating();
const { internal, as, asGuest, call, rate, ratings, games, returns, ladder, user, notices, clock, keys } =
  service;

const OPERATIONS = join(import.meta.dirname, '..', '..', '..', 'packages', 'operations', 'src', 'main.ts');
const DAY = 86_400_000;
const CHEAT = 1;
const SANCTION = 'a'.repeat(24);

beforeEach(async () => {
  await service.clear();
  clock.now = NOON;
});

/** Runs `npm run rerate`. */
async function rerate(): Promise<string> {
  const { REDIS_URL, MONGODB_URL } = service.context.env;
  const child = spawn(process.execPath, [OPERATIONS, 'rerate'], {
    env: { ...process.env, REDIS_URL, MONGODB_URL },
  });
  child.stdout.setEncoding('utf8');
  return (await child.stdout.toArray()).join('');
}

async function ratingOf(n: number): Promise<number> {
  return (await ratings.findById(`${idOf(n)}:fast`).lean())!.rating;
}

function countLost(at = NOON) {
  return internal.call(ROUTES.countLostPoints, { params: { userId: idOf(CHEAT) }, query: { at } });
}

function giveBack(sanctionId = SANCTION, at = NOON) {
  return internal.call(ROUTES.returnPoints, { body: { sanctionId, userId: idOf(CHEAT), at } });
}

/** The cheat beats two users twice and a third one once, who beats the cheat twice; a bot and an old game do not count. */
async function playAll(): Promise<void> {
  await rate(finished(CHEAT, 9, { startTime: NOON - 32 * DAY, endTime: NOON - 31 * DAY }));
  for (const n of [2, 3]) {
    await rate(finished(CHEAT, n));
    await rate(finished(n, CHEAT, { winner: 2 }));
  }
  await rate(finished(CHEAT, 4));
  await rate(finished(CHEAT, 4, { winner: 2 }));
  await rate(finished(CHEAT, 4, { winner: 2 }));
  await rate(againstBot(CHEAT, { winner: 2 }));
}

describe('points that opponents lost', () => {
  it('come back once, in whole games of the last 30 days, and stay after a recalculation', async () => {
    await playAll();
    const [one, other] = [await user(2), await user(3)];
    const before = [await ratingOf(2), await ratingOf(3), await ratingOf(4), await ratingOf(9)];
    const lost = async (n: number) => {
      const own = await games.find({ players: idOf(n), endTime: NOON }).lean();
      return own.reduce((sum, { players, red, blue }) => {
        const change = players[0] === idOf(n) ? red : blue;
        return sum + change.before.rating - change.after.rating;
      }, 0);
    };
    const expected = [await lost(2), await lost(3)];
    const points = expected.map((value) => Math.round(value));
    expect(await countLost()).toEqual({ people: 2, points: points[0]! + points[1]! });

    await giveBack();
    await giveBack();
    // Of another sanction: the games have been counted.
    await giveBack('b'.repeat(24));
    expect(await countLost()).toEqual({ people: 0, points: 0 });
    expect(await ratingOf(2)).toBeCloseTo(before[0]! + expected[0]!);
    expect(await ratingOf(3)).toBeCloseTo(before[1]! + expected[1]!);
    // Who has won more from the cheat than lost, and who lost too long ago, has nothing to get.
    expect([await ratingOf(4), await ratingOf(9)]).toEqual(before.slice(2));
    expect(await returns.countDocuments()).toBe(2);
    expect(notices.of(one.id).map(({ event }) => event)).toContain('lettersChanged');

    // Games go on from the new rating, and a recalculation gives the same numbers.
    await rate(finished(2, 3));
    expect((await games.findOne({ players: [idOf(2), idOf(3)] }).lean())!.red.before.rating).toBeCloseTo(
      before[0]! + expected[0]!,
    );
    expect(await rerate()).toMatch(/: same\n$/);

    expect(await one.api.listReturns()).toEqual([{ at: NOON, points: points[0], isSeen: false }]);
    await one.api.readReturns();
    expect(await one.api.listReturns()).toMatchObject([{ isSeen: true }]);
    expect(await other.api.listReturns()).toMatchObject([{ isSeen: false }]);
  });

  it('is noticed by a recalculation if it was changed by hand', async () => {
    await playAll();
    await giveBack();
    await returns.updateOne({ userId: idOf(2) }, { $inc: { points: 5 } });
    expect(await rerate()).toMatch(/: different\n$/);
  });

  it('of a game that was rated late come back with the next call', async () => {
    await playAll();
    await giveBack();
    await rate(finished(CHEAT, 5));
    await giveBack();
    expect(await returns.countDocuments()).toBe(3);
    expect(await rerate()).toMatch(/: same\n$/);
  });

  it('move the user on the ladder', async () => {
    await playAll();
    await ratings.updateMany({}, { $set: { deviation: 60 } });
    await giveBack();
    const { top } = await ladder.view('fast', { length: 10, userId: null, now: NOON });
    expect(top.find(({ userId }) => userId === idOf(2))?.rating).toBeCloseTo(await ratingOf(2));
  });
});

describe('what operators check', () => {
  it('is listed of games against people, from the view of the user', async () => {
    await playAll();
    const params = { userId: idOf(CHEAT) };
    const { games: listed } = await internal.call(ROUTES.listGamesToCheck, {
      params,
      query: { since: NOON - DAY, limit: 3 },
    });
    expect(listed).toHaveLength(3);
    for (const game of listed) {
      expect(houseBotOf(game.opponentId)).toBe(null);
      expect(game).toMatchObject({ plies: 40, isArranged: false, focusLosses: 0 });
      expect(Math.sign(game.change)).toBe(game.outcome === 'win' ? 1 : -1);
    }
    const { userIds, next } = await internal.call(ROUTES.listRatedUsers, { query: { since: NOON - DAY } });
    expect([userIds.toSorted(), next]).toEqual([[1, 2, 3, 4].map(idOf), null]);
    expect(await internal.call(ROUTES.listRatingFlags, { params, query: { since: 0 } })).toEqual({
      flags: [],
    });
    // Users of unrated tournaments, without a rated game.
    const pair = { users: [idOf(9), idOf(8)] as [string, string], games: ['a', 'b', 'c'] };
    for (const _ of [1, 2]) await internal.call(ROUTES.flagEarlyPairs, { body: { pairs: [pair], at: NOON } });
    const own = { params: { userId: idOf(8) }, query: { since: NOON - DAY } };
    expect((await internal.call(ROUTES.listRatingFlags, own)).flags).toEqual([
      { kind: 'early_pair', users: [idOf(8), idOf(9)], games: pair.games, at: NOON },
    ]);
    const after = await internal.call(ROUTES.listRatedUsers, { query: { since: NOON - DAY } });
    expect(after.userIds.toSorted()).toEqual([1, 2, 3, 4, 8, 9].map(idOf).toSorted());
    const later = await internal.call(ROUTES.listRatedUsers, { query: { since: NOON } });
    expect(later.userIds).toEqual([]);
  });
});

it.each([
  ['GET', `/internal/ratings/${idOf(1)}/lost-points?at=1`],
  ['POST', '/internal/ratings/returns'],
  ['GET', `/internal/ratings/${idOf(1)}/games?since=1&limit=1`],
  ['GET', '/internal/rated-users?since=1'],
  ['POST', '/internal/ratings/early-pairs'],
  ['GET', `/internal/ratings/${idOf(1)}/flags?since=1`],
])('%s %s is 401 for users', async (method, path) => {
  const token = signTestToken(idOf(1), keys.privateKey, { role: 'operator' });
  expect((await call(method, path, { token })).status).toBe(401);
});

it('the own returned points need a token', async () => {
  await expect(as(null).listReturns()).rejects.toMatchObject({ status: 401 });
  await expect(as(null).readReturns()).rejects.toMatchObject({ status: 401 });
  expect(await asGuest(idOf(5)).listReturns()).toEqual([]);
});
