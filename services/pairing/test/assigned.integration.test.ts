import { HOUSE_BOTS } from '@doushouqi/protocol';
import { ROUTES } from '@doushouqi/protocol/server';
import { createBotGames } from '@doushouqi/room-core/bot-games';
import { createPauseMirror, mirrorSanctions } from '@doushouqi/service-kit';
import { idOf } from '@doushouqi/service-kit/testing';
import { afterEach, expect, test } from 'vitest';
import { eventually, testPairing } from './fixtures.ts';

const pairing = await testPairing(2);
const { internal, redis, rooms, ratingService } = pairing;
afterEach(() => pairing.reset());

function gameOf(gameId: string, red: number | string, blue: number | string) {
  const id = (user: number | string) => (typeof user === 'number' ? idOf(user) : user);
  return {
    ...{ gameId, roomId: gameId, kind: 'arena' as const, timeControl: { initial: 5, increment: 3 } },
    ...{ context: 'tournament:t', players: [id(red), id(blue)] as [string, string] },
  };
}
async function begin(...games: ReturnType<typeof gameOf>[]) {
  return (await internal.call(ROUTES.beginAssignedGames, { body: { games } })).games;
}
async function free(...users: (number | string)[]) {
  const userIds = users.map((user) => (typeof user === 'number' ? idOf(user) : user));
  return (await internal.call(ROUTES.listFreePlayers, { body: { userIds, rated: true } })).userIds;
}
function begun(gameId: string) {
  return { gameId, state: 'begun', busy: [] };
}

test('begins a game once, takes its players out of the queue and notifies them', async () => {
  const [red, blue] = [await pairing.person(1), await pairing.person(2)];
  await red.api.joinPairing({ body: { initial: 10, increment: 5, rated: true } });
  ratingService.ratings.set(red.id, { rating: 1_700 });
  const game = gameOf('one', 1, 2);
  expect(await begin(game)).toEqual([begun('one')]);
  expect(await begin(game)).toEqual([begun('one')]);
  expect(rooms.made.get('one')).toMatchObject({ kind: 'arena', context: 'tournament:t' });
  expect(await pairing.notices.first(blue.id, 'paired')).toMatchObject({
    roomId: 'one',
    color: 'blue',
    context: 'tournament:t',
  });
  const paired = { roomId: 'one', context: 'tournament:t' };
  expect(await red.api.getMyPairing()).toMatchObject({ ticket: null, paired });
  await expect(
    red.api.joinPairing({ body: { initial: 5, increment: 3, rated: true } }),
  ).rejects.toMatchObject({
    code: 'ALREADY_PLAYING',
  });
  // Listed by the mean rating, as every rated game.
  expect(await redis.zscore('{pairing}:watchable', 'one')).toBe('1600');
  const { players, kind, gameId, roomId } = game;
  await internal.call(ROUTES.endPairing, { body: { players, kind, gameId, roomId, winner: 1 } });
  expect(await begin(game)).toEqual([begun('one')]);
  expect((await red.api.getMyPairing()).paired).toBeNull();
});

test('names the players who play another game, and changes nothing', async () => {
  for (const n of [1, 2, 3]) await pairing.person(n);
  await begin(gameOf('first', 1, 2));
  expect(await begin(gameOf('second', 2, 3))).toEqual([{ gameId: 'second', state: 'busy', busy: [idOf(2)] }]);
  expect(rooms.made.has('second')).toBe(false);
  expect(await free(1, 2, 3)).toEqual([idOf(3)]);
});

test('goes on where a call stopped, and restores nothing of a game that did not begin', async () => {
  const [red] = [await pairing.person(1), await pairing.person(2)];
  rooms.state.answer = 'make and fail';
  const game = gameOf('lost', 1, 2);
  expect(await begin(game)).toEqual([{ gameId: 'lost', state: 'unknown', busy: [] }]);
  rooms.state.answer = 'make';
  expect(await begin(game)).toEqual([begun('lost')]);
  expect(await redis.hlen('{pairing}:games')).toBe(1);
  rooms.state.answer = 'refuse';
  const [third] = [await pairing.person(3), await pairing.person(4)];
  expect(await begin(gameOf('refused', 3, 4))).toMatchObject([{ state: 'refused' }]);
  expect(await third!.api.getMyPairing()).toMatchObject({ ticket: null, paired: null });
  expect(await red!.api.getMyPairing()).toMatchObject({ paired: { roomId: 'lost' } });
});

test('begins a game without the rating service, and does not list it', async () => {
  for (const n of [1, 2]) await pairing.person(n);
  ratingService.state.isAway = true;
  expect(await begin(gameOf('unlisted', 1, 2))).toEqual([begun('unlisted')]);
  expect(await redis.zscore('{pairing}:watchable', 'unlisted')).toBeNull();
});

test('two processes begin one game', async () => {
  for (const n of [1, 2]) await pairing.person(n);
  const second = await pairing.another();
  const game = gameOf('both', 1, 2);
  const calls = [internal, second.internal, internal, second.internal];
  const states = await Promise.all(
    calls.map(
      async (one) => (await one.call(ROUTES.beginAssignedGames, { body: { games: [game] } })).games[0]!,
    ),
  );
  expect(states.map(({ state }) => state)).not.toContain('busy');
  await eventually(async () => expect(await begin(game)).toEqual([begun('both')]));
  expect(await redis.hgetall('{pairing}:counts')).toMatchObject({ 'games 5+3:rated': '1' });
  await second.stop();
});

test('lists connected users without game, pause and sanction as free', async () => {
  for (const n of [1, 2, 3]) await pairing.person(n);
  expect(await free(1, 2, 3, 4)).toEqual([1, 2, 3].map(idOf));
  const { now } = pairing.context;
  await createPauseMirror(redis).set(idOf(1), now() + 60_000, now());
  await mirrorSanctions(redis, idOf(2), { unrated: now() + 60_000 }, now());
  expect(await free(1, 2, 3)).toEqual([idOf(3)]);
  const reply = await internal.call(ROUTES.listFreePlayers, { body: { userIds: [idOf(2)], rated: false } });
  expect(reply.userIds).toEqual([idOf(2)]);
});

test('lets house bots play in an unrated tournament', async () => {
  const [bot] = HOUSE_BOTS;
  expect(await free(bot!._id)).toEqual([]);
  const bots = createBotGames(redis);
  await bots.tick({ owner: 'process', places: 4 }, [], 0);
  await eventually(async () => expect(await free(bot!._id)).toEqual([bot!._id]));
  await pairing.person(1);
  const game = { ...gameOf('with-bot', 1, bot!._id), isRated: false as const };
  expect(await begin(game)).toEqual([begun('with-bot')]);
  const { taken } = await bots.tick({ owner: 'process', places: 4 }, [], 4);
  expect(taken).toMatchObject([{ roomId: 'with-bot', bots: [bot!._id], isRated: false }]);
  expect(await redis.hgetall('{pairing}:counts')).toMatchObject({ 'games 5+3:casual': '1' });
});
