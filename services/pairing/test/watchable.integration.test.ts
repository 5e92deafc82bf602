import { ROUTES } from '@doushouqi/protocol/server';
import { idOf } from '@doushouqi/service-kit/testing';
import { afterEach, expect, test } from 'vitest';
import { eventually, testPairing } from './fixtures.ts';

const RATED = { initial: 5, increment: 3, rated: true };
const CASUAL = { ...RATED, rated: false };

const pairing = await testPairing(1);
afterEach(() => pairing.reset());

/**
 * The clock of each request is later than all before, because a reply is cached for two seconds, also between tests.
 */
let requestedAt = 60_000;
/** What a visitor is shown. */
async function shown(limit = 10) {
  requestedAt += 2_000;
  pairing.clock.ahead = requestedAt;
  const reply = await fetch(`${pairing.url}/api/pairing/games?limit=${limit}`);
  return ROUTES.listWatchableGames.reply.parse(await reply.json());
}

/** Two people of this strength play; returns their room. */
async function playing(n: number, rating: number, pool = RATED): Promise<string> {
  const [one, other] = [await pairing.person(n), await pairing.person(n + 1)];
  for (const { id } of [one, other]) pairing.ratingService.ratings.set(id, { rating });
  await one.api.joinPairing({ body: pool });
  await other.api.joinPairing({ body: pool });
  const { roomId } = await pairing.notices.first(one.id, 'paired');
  await eventually(async () => expect(await pairing.redis.hlen('{pairing}:pairs')).toBe(0));
  return roomId;
}

test('lists no games when no user plays', async () => {
  expect(await shown()).toEqual({ games: [], total: 0 });
});

test('lists rated games publicly, the highest ratings first, and no casual games', async () => {
  const weak = await playing(1, 1_200);
  const strong = await playing(3, 1_900);
  await playing(5, 2_100, CASUAL);
  const { games, total } = await shown();
  expect([games.map(({ roomId }) => roomId), total]).toEqual([[strong, weak], 2]);
  expect(games[0]).toMatchObject({ initial: 5, increment: 3, record: '000090' });
  expect(new Set([games[0]!.red._id, games[0]!.blue._id])).toEqual(new Set([idOf(3), idOf(4)]));
  expect(games[0]!.red.nickname).toMatch(/^棋手[34]$/);
  expect(await shown(1)).toMatchObject({ games: [{ roomId: strong }], total: 2 });
});

test('shows the rated game of a player to any user, and a casual one to none', async () => {
  const game = async (n: number) => {
    const reply = await fetch(`${pairing.url}/api/pairing/games/${idOf(n)}`);
    return ROUTES.getRunningGame.reply.parse(await reply.json()).game;
  };
  const roomId = await playing(1, 1_500);
  await playing(3, 1_500, CASUAL);
  expect([await game(1), await game(2)]).toEqual(Array(2).fill({ roomId, initial: 5, increment: 3 }));
  expect([await game(3), await game(5)]).toEqual([null, null]);
  const { gameId } = pairing.rooms.made.get(roomId)!;
  const body = { gameId, roomId, players: [idOf(1), idOf(2)] as [string, string], winner: 0 };
  await pairing.internal.call(ROUTES.endPairing, { body: { ...body, kind: 'rated' } });
  expect(await game(1)).toBeNull();
});

test('stops showing a game after the first report of its end', async () => {
  const roomId = await playing(1, 1_500);
  const room = pairing.rooms.made.get(roomId)!;
  await pairing.rooms.end(roomId);
  expect((await shown()).games).toEqual([]);
  const players = room.players as [string, string];
  const body = { gameId: room.gameId, roomId, players, kind: 'rated' as const, winner: 0 };
  await pairing.internal.call(ROUTES.endPairing, { body });
  expect(await shown()).toEqual({ games: [], total: 0 });
});

test('removes a game that a replica of the previous version ended', async () => {
  await pairing.redis.zadd('{pairing}:watchable', 1_500, 'long-gone');
  await shown();
  expect(await shown()).toEqual({ games: [], total: 0 });
});
