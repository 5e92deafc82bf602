import { QUEUE_PREFIX, ROOM_QUEUE, type RoomJob, type RoomJobName } from '@doushouqi/protocol';
import type { RoomCommands } from '@doushouqi/room-core';
import { createPresence, type Presence } from '@doushouqi/room-core/presence';
import { type Job, Queue } from 'bullmq';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { watchSpectators } from '../src/checks.ts';
import { startTable, type Table } from './fixtures.ts';

const [ABSENT, CONNECTED] = ['c'.repeat(24), 'd'.repeat(24)];
const patience = { timeout: 30_000, interval: 20 };

let table: Table;
let queue: Queue<RoomJob[RoomJobName], void, RoomJobName>;
let presence: Presence;
beforeEach(async () => {
  table = await startTable();
  queue = new Queue(ROOM_QUEUE, { connection: table.redis, prefix: QUEUE_PREFIX });
  presence = createPresence(table.redis);
});
afterEach(async () => {
  await queue.close();
  await table.stop();
});

async function spectators(roomId: string) {
  return (await table.store.load(roomId))!.header.spectators;
}
async function waiting(): Promise<Job[]> {
  return (await queue.getDelayed()).filter(({ name }) => name === 'spectators');
}
/** A game that both users joined as spectators, without a connection. */
async function watched(roomId: string): Promise<Job> {
  await table.seat(roomId, Date.now());
  await table.execute(roomId, { type: 'spectators', joined: [ABSENT, CONNECTED], left: [] }, Date.now());
  const [job] = await waiting();
  return job!;
}

describe('a new spectator', () => {
  test('is checked after one minute', async () => {
    const before = Date.now();
    const { data, timestamp, delay } = await watched('minute');
    expect(data).toEqual({ roomId: 'minute', userIds: [ABSENT, CONNECTED] });
    expect(timestamp + delay - before).toBeGreaterThanOrEqual(60_000);
    expect(timestamp + delay - Date.now()).toBeLessThanOrEqual(60_000);
  });

  test('is removed without a connection, and stays with one', async () => {
    const job = await watched('looked');
    await presence.beat('n1');
    await presence.arrive('n1', 'looked', CONNECTED);
    await table.start();
    await job.promote();
    await expect.poll(() => spectators('looked'), patience).toEqual([CONNECTED]);
    await expect.poll(() => queue.getJob(job.id!), patience).toBeUndefined();
  });

  test('is checked after a restart of the timekeeper and of Redis', async () => {
    const job = await watched('gone');
    const first = await table.start();
    await first.stop();
    expect(await spectators('gone')).toEqual([ABSENT, CONNECTED]);
    await table.server.kill();
    await table.server.restart();
    await table.start();
    await expect
      .poll(
        () =>
          job.promote().then(
            () => true,
            () => false,
          ),
        patience,
      )
      .toBe(true);
    await expect.poll(() => spectators('gone'), patience).toEqual([]);
  });

  test('is checked again soon if the room was busy', async () => {
    const commands: RoomCommands = {
      execute: async () => ({ ok: false, code: 'ROOM_BUSY', room: null, events: [] }),
    };
    const job = { roomId: 'busy', userIds: [ABSENT] };
    expect(await watchSpectators({ presence, commands, now: () => 5_000 }, job)).toBe(6_000);
  });
});
