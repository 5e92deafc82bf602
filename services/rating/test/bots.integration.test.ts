import { HOUSE_BOTS, type RouteReply, type Routes } from '@doushouqi/protocol';
import { idOf } from '@doushouqi/service-kit/testing';
import { beforeEach, expect, test } from 'vitest';
import { againstBot, finished, NOON, testRating } from './fixtures.ts';

const BOT = HOUSE_BOTS[3]!._id;
const service = await testRating();
await service.notices.listen([idOf(1)]);
beforeEach(async () => {
  await service.clear();
  service.clock.now = NOON;
});

async function get<T>(path: string): Promise<T> {
  const { status, body } = await service.call<T>('GET', `/api${path}`);
  expect(status, JSON.stringify(body)).toBe(200);
  return body;
}
function ratingsOf(userId: string): Promise<RouteReply<Routes['getRatings']>> {
  return get(`/ratings/${userId}`);
}
async function opponents(query = ''): Promise<string[]> {
  const { games } = await get<RouteReply<Routes['listRatedGames']>>(`/ratings/${idOf(1)}/games${query}`);
  return games.map(({ opponent }) => opponent._id);
}

test('a game against a bot changes only the rating of its player against bots', async () => {
  await service.rate(finished(1, 2));
  const before = await ratingsOf(idOf(1));
  expect(before.bot).toBeUndefined();
  const game = againstBot(1);
  const { body } = await service.rate(game);
  expect(body.ratings).toEqual({
    red: { before: { rating: 1500, deviation: 350 }, after: { rating: 1732, deviation: 253 } },
    blue: { before: { rating: 1600, deviation: 45 }, after: { rating: 1600, deviation: 45 } },
  });
  const { bot, ...others } = await ratingsOf(idOf(1));
  expect(others).toEqual(before);
  expect(bot).toMatchObject({ rating: 1732, games: 1, provisional: true, rank: null });
  expect((await ratingsOf(BOT)).bot).toBeUndefined();
  expect(await opponents()).toEqual([idOf(2)]);
  expect(await opponents('?class=bot')).toEqual([BOT]);
  const record = await get<RouteReply<Routes['getRatedRecord']>>(`/ratings/${idOf(1)}/record`);
  expect([record.fast.red.games, record.slow.red.games]).toEqual([1, 0]);
  await expect
    .poll(() => service.notices.of(idOf(1)).map(({ payload }) => payload))
    .toContainEqual(expect.objectContaining({ gameId: game.gameId, timeClass: 'bot' }));
});

test('players have places on the ladder against bots, and none on the others', async () => {
  for (let n = 0; n < 16; n += 1) {
    const endTime = NOON - (16 - n) * 86_400_000;
    await service.rate(againstBot(1, { winner: 1 + (n % 2), endTime, startTime: endTime - 600_000 }));
  }
  const ladder = await get<RouteReply<Routes['getLadder']>>('/ladder?class=bot');
  expect(ladder.players.map(({ userId }) => userId)).toEqual([idOf(1)]);
  expect((await ratingsOf(idOf(1))).bot).toMatchObject({ rank: 1, games: 16 });
  for (const name of ['fast', 'slow']) {
    expect(await get(`/ladder?class=${name}`)).toMatchObject({ size: 0, players: [] });
  }
});

test('aborted and early ends are no offences against a bot, which is no person', async () => {
  await service.rate(againstBot(1, { winner: -1, endReason: 'NONE', moveTimes: [], abortedBy: idOf(1) }));
  await service.rate(againstBot(1, { winner: 2, endReason: 'SURRENDER', moveTimes: [1, 2] }));
  await service.rate(againstBot(1, { winner: 2, endReason: 'SURRENDER', moveTimes: [1, 2] }));
  expect(await service.conducts.countDocuments()).toBe(0);
  expect(await service.flags.countDocuments()).toBe(0);
  // Early ends hardly count.
  expect((await ratingsOf(idOf(1))).bot!.rating).toBeGreaterThan(1_450);
});

test.each([
  ['a game of two users', { players: [idOf(1), idOf(2)] }],
  ['a game of two bots', { players: [HOUSE_BOTS[0]!._id, BOT] }],
  ['a bot in a game for the time classes', { kind: 'rated' }],
  ['a casual game', { kind: 'bot' }],
])('refuses %s', async (_, more) => {
  expect((await service.rate(againstBot(1, more))).body).toMatchObject({ code: 'INVALID_INPUT' });
  expect(await service.games.countDocuments()).toBe(0);
});
