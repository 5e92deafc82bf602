import { decide, type Room, type RoomCommand } from '@doushouqi/room';
import { closeRedis, connectRedis } from '@doushouqi/service-kit';
import { startTestRedis } from '@doushouqi/service-kit/testing';
import { afterAll, expect, test } from 'vitest';
import { BLUE, join, moveCommand, RED, START } from '../../room/test/fixtures.ts';
import { createRoomStore } from '../src/index.ts';

const server = await startTestRedis();
const redis = connectRedis(server.url, { role: 'command' });
const store = createRoomStore(redis);
afterAll(async () => {
  await closeRedis(redis);
  await server.stop();
});

/** Executes a command at `now` and commits the result; throws if either fails. */
async function committed(before: Room | null, command: RoomCommand, now: number): Promise<Room> {
  const decided = decide(before, 'r', command, now);
  if (!decided.ok) throw new Error(decided.error);
  const { room, events } = decided.value;
  const result = await store.commit(before, room, events);
  if (!result.committed) throw new Error('another commit was faster');
  return room;
}

/** Returns a function that restores the current state, as a failover to a replica that lacks later writes does. */
async function rollback(): Promise<() => Promise<unknown>> {
  const keys = await redis.keys('{room:r}:*');
  const dumps = await Promise.all(keys.map((key) => redis.dumpBuffer(key)));
  return () => Promise.all(keys.map((key, n) => redis.restore(key, 0, dumps[n]!, 'REPLACE')));
}

test('refuses a commit on top of an undone one, even if another commit has its version', async () => {
  const seated = await committed(await committed(null, join(RED), START), join(BLUE), START);
  const undo = await rollback();
  const undone = await committed(seated, moveCommand(0), START + 1_000);
  await undo();
  const real = await committed(seated, moveCommand(0), START + 2_000);
  expect([undone.v, (await store.read('r', undone, false)).room]).toEqual([real.v, real]);
  expect((await store.read('r', real, false)).room).toBe(real);
  expect(await store.load('r')).toEqual(real);

  const next = decide(undone, 'r', moveCommand(1), START + 3_000);
  if (!next.ok) throw new Error(next.error);
  const { room, events } = next.value;
  expect(await store.commit(undone, room, events)).toEqual({ committed: false, current: real });
  expect(await store.load('r')).toEqual(real);
});

test('reads and continues a room stored without a mark by an older version', async () => {
  await redis.hdel('{room:r}:state:2', 'mark');
  const room = (await store.load('r'))!;
  expect([room.mark, (await store.read('r', room, false)).room === room]).toEqual([0, true]);
  const after = await committed(room, moveCommand(1), START + 4_000);
  expect(await store.load('r')).toEqual(after);
});
