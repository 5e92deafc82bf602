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

/** What a command at `now` leads to, committed; throws where the store refuses it. */
async function committed(before: Room | null, command: RoomCommand, now: number): Promise<Room> {
  const decided = decide(before, 'r', command, now);
  if (!decided.ok) throw new Error(decided.error);
  const { room, events } = decided.value;
  const result = await store.commit(before, room, events);
  if (!result.committed) throw new Error('somebody was faster');
  return room;
}

/** Takes the room back to how it is now, as a master does that did not have what came later. */
async function rollback(): Promise<() => Promise<unknown>> {
  const keys = await redis.keys('{room:r}:*');
  const kept = await Promise.all(keys.map((key) => redis.dumpBuffer(key)));
  return () => Promise.all(keys.map((key, n) => redis.restore(key, 0, kept[n]!, 'REPLACE')));
}

test('nothing is committed on top of a commit that was undone, though another one has its version', async () => {
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

test('a room stored by a version that knows no marks is read and goes on', async () => {
  await redis.hdel('{room:r}:state:2', 'mark');
  const room = (await store.load('r'))!;
  expect([room.mark, (await store.read('r', room, false)).room === room]).toEqual([0, true]);
  const after = await committed(room, moveCommand(1), START + 4_000);
  expect(await store.load('r')).toEqual(after);
});
