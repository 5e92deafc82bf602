import { ROUTES } from '@doushouqi/protocol/server';
import { PLAYING_KEYS } from '@doushouqi/room-core/paired-games';
import { beforeEach, expect, test } from 'vitest';
import { BLUE, RED, testRoom, WATCHER } from './fixtures.ts';

const room = await testRoom();
const { compact, context, internal, pair, redis } = room;

beforeEach(() => redis.del(PLAYING_KEYS.playing));

/** Starts a paired game of red and blue, as pairing of an older version does. */
async function play(roomId: string) {
  const players = [RED, BLUE] as [string, string];
  const gameId = `game-${roomId}`;
  await pair({ roomId, kind: 'paired', players, timeControl: { initial: 5, increment: 3 }, gameId });
  const game = { gameId, roomId, pool: '5+3:casual', players, at: room.clock.now };
  await redis.hset(PLAYING_KEYS.games, gameId, JSON.stringify(game));
  for (const player of players) await redis.hset(PLAYING_KEYS.playing, player, gameId);
  return game;
}
function replace() {
  return internal.call(ROUTES.replacePlayer, { body: { userId: RED, by: WATCHER, roomId: null } });
}

test('moves a paired game whose page the user has left, in its room and for pairing; a repeated call changes nothing', async () => {
  const game = await play('left');
  for (let call = 1; call <= 2; call++) {
    await replace();
    expect((await compact('left')).players).toEqual([WATCHER, BLUE]);
    expect(await redis.hgetall(PLAYING_KEYS.playing)).toEqual({
      [WATCHER]: game.gameId,
      [BLUE]: game.gameId,
    });
    const stored = JSON.parse((await redis.hget(PLAYING_KEYS.games, game.gameId))!);
    expect(stored).toEqual({ ...game, players: [WATCHER, BLUE] });
  }
});

test('completes a call that moved only the seat', async () => {
  const { gameId } = await play('half');
  await context.commands.execute('half', { type: 'replacePlayer', userId: RED, by: WATCHER });
  await replace();
  expect(await redis.hgetall(PLAYING_KEYS.playing)).toEqual({ [WATCHER]: gameId, [BLUE]: gameId });
});

test('of a user who plays another paired game, pairing keeps that one', async () => {
  await play('second');
  await redis.hset(PLAYING_KEYS.playing, WATCHER, 'own');
  await replace();
  expect((await compact('second')).players).toEqual([WATCHER, BLUE]);
  expect(await redis.hget(PLAYING_KEYS.playing, WATCHER)).toBe('own');
  expect(await redis.hget(PLAYING_KEYS.playing, RED)).toBeNull();
});
