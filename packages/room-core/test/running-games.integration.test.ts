import { decide, type RoomCommand } from '@doushouqi/room';
import { closeRedis, connectRedis } from '@doushouqi/service-kit';
import { clearRedis, startTestRedis } from '@doushouqi/service-kit/testing';
import { afterAll, afterEach, beforeEach, expect, test } from 'vitest';
import { BLUE, DEN_GAME, join, moveCommand, pair, RED, START } from '../../room/test/fixtures.ts';
import { createRoomStore } from '../src/room-store.ts';
import { createRunningGames } from '../src/running-games.ts';

const server = await startTestRedis();
const redis = connectRedis(server.url, { role: 'command' });
const store = createRoomStore(redis);
const { gameIn, roomOf } = createRunningGames(redis);

async function execute(command: RoomCommand, roomId = 'r'): Promise<void> {
  const before = await store.load(roomId);
  const decided = decide(before, roomId, command, START);
  if (!decided.ok) throw new Error(decided.error);
  await store.commit(before, decided.value.room, decided.value.events);
}

beforeEach(() => execute(join(RED)));
afterEach(() => clearRedis(redis));
afterAll(async () => {
  await closeRedis(redis);
  await server.stop();
});

test('returns no game for a missing and a waiting room', async () => {
  expect([await gameIn('none'), await gameIn('r')]).toEqual([null, null]);
});

test('returns the game after each move, also between checkpoints, until its end', async () => {
  await execute(join(BLUE));
  expect(await gameIn('r')).toMatchObject({ gameId: 'g1', status: 'playing', ply: 0, record: '000090' });
  for (let ply = 0; ply < DEN_GAME.length; ply++) {
    await execute(moveCommand(ply));
    const status = ply + 1 < DEN_GAME.length ? 'playing' : 'over';
    expect(await gameIn('r')).toMatchObject({ gameId: 'g1', status, ply: ply + 1 });
  }
});

test('returns an aborted game as such', async () => {
  await execute(pair('rated'), 'rated');
  await execute({ type: 'surrender', userId: RED }, 'rated');
  expect(await gameIn('rated')).toMatchObject({ gameId: 'p1', status: 'aborted' });
});

test('rejects while Redis is away', async () => {
  await server.kill();
  await expect(gameIn('r')).rejects.toThrow();
  await expect(roomOf(RED)).rejects.toThrow();
  await server.restart();
  await expect.poll(() => gameIn('r').catch(() => 'away')).toBeNull();
});
