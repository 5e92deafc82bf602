import { setTimeout as delay } from 'node:timers/promises';
import { OFFLINE_GRACE } from '@doushouqi/protocol';
import { createRoomCommands } from '@doushouqi/room-core';
import { createPresence } from '@doushouqi/room-core/presence';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { DeadNodeCleanup } from '../src/dead-nodes.ts';
import { BLUE, lostJobs, RED, startTable, type Table } from './fixtures.ts';

/** Returns an absence start that leaves a player one second to return. */
function nearlyTooLong(): number {
  return Date.now() - OFFLINE_GRACE + 1_000;
}
/** Waits until a player absent since `since` would have lost. */
function untilTooLong(since: number): Promise<void> {
  return delay(since + OFFLINE_GRACE + 300 - Date.now());
}
const patience = { timeout: 30_000, interval: 20 };
/** Maximum delay of a job on a busy machine (ms). A BullMQ worker without a notification polls only every five seconds. */
const AT_ONCE = 3_000;

let table: Table;
beforeEach(async () => {
  table = await startTable();
});
afterEach(() => table.stop());

async function roomOf(roomId: string) {
  return (await table.store.load(roomId))!;
}
async function status(roomId: string) {
  const { status, winner } = (await roomOf(roomId)).header;
  return winner ?? status;
}
function presence(roomId: string, userId: string, here: boolean, at: number, jobs?: typeof lostJobs) {
  return table.execute(roomId, { type: 'presence', userId, here }, at, jobs);
}
/** A game with both players online, which blue leaves at `at`. */
async function abandoned(roomId: string, at: number, jobs?: typeof lostJobs): Promise<void> {
  await table.seat(roomId, at - 1_000, jobs);
  for (const userId of [RED, BLUE]) await presence(roomId, userId, true, at - 1_000, jobs);
  await presence(roomId, BLUE, false, at, jobs);
}

describe('an absent player', () => {
  test('loses after one minute, and the event names them', async () => {
    await table.start();
    const since = nearlyTooLong();
    await abandoned('away', since);
    await expect.poll(() => status('away'), patience).toBe('red');
    const { endTime, header } = await roomOf('away');
    expect(header.offlinePlayerSurrendered).toBe(BLUE);
    expect(endTime! - (since + OFFLINE_GRACE)).toBeGreaterThanOrEqual(0);
    expect(endTime! - (since + OFFLINE_GRACE)).toBeLessThan(AT_ONCE);
    await expect.poll(() => table.record.taken, patience).toMatchObject([{ endReason: 'OFFLINE_SURRENDER' }]);
  });

  test('does not lose after returning in time', async () => {
    const since = nearlyTooLong();
    await abandoned('back', since);
    const absences = () => table.redis.keys('*:absence-*');
    expect(await absences()).toHaveLength(1);
    await presence('back', BLUE, true, since + OFFLINE_GRACE - 1);
    expect(await absences()).toEqual([]);
    await table.start({ sweepIntervalMs: 20 });
    await untilTooLong(since);
    expect(await status('back')).toBe('playing');
  });

  test('does not lose while both are absent, and the first to return leaves the other a full minute', async () => {
    const since = nearlyTooLong();
    await abandoned('both', since);
    await presence('both', RED, false, since + 1);
    await table.start({ sweepIntervalMs: 20 });
    await untilTooLong(since);
    expect(await status('both')).toBe('playing');
    const back = Date.now();
    await presence('both', RED, true, back);
    expect((await roomOf('both')).header.offlineSince).toEqual({ red: null, blue: back });
  });

  test('is found by the sweeper if the job was lost', async () => {
    await abandoned('swept', nearlyTooLong(), lostJobs);
    await table.start({ sweepIntervalMs: 50 });
    await expect.poll(() => status('swept'), patience).toBe('red');
  });

  test('loses once with two timekeepers', async () => {
    await abandoned('twice', nearlyTooLong());
    const { v } = await roomOf('twice');
    await table.start({ sweepIntervalMs: 20 });
    await table.start({ sweepIntervalMs: 20 });
    await expect.poll(() => status('twice'), patience).toBe('red');
    await delay(100);
    expect((await roomOf('twice')).v).toBe(v + 1);
  });
});

describe('flags', () => {
  test('fall at the stored deadline', async () => {
    await table.start();
    const begun = Array.from({ length: 20 }, (_, n) => Date.now() - 300_000 + 1_000 + n * 60);
    await Promise.all(begun.map((at, n) => table.seat(`flag-${n}`, at)));
    for (const [n, at] of begun.entries()) {
      await expect.poll(() => status(`flag-${n}`), patience).toBe('blue');
      const late = (await roomOf(`flag-${n}`)).endTime! - (at + 300_000);
      expect(late).toBeGreaterThanOrEqual(0);
      expect(late).toBeLessThan(AT_ONCE);
    }
  });
});

describe('a dead node', () => {
  const LEASE = 60_000;
  let ticks: number;
  const cleanupOf = () => {
    const commands = createRoomCommands({
      store: table.store,
      live: table.live,
      jobs: lostJobs,
      now: Date.now,
      onJobFailed: () => undefined,
    });
    const cleanup = new DeadNodeCleanup({
      presence: createPresence(table.redis, LEASE),
      store: table.store,
      commands,
      reach: () => table.redis.ping(),
      ticks: () => ticks,
      onFailed: (error) => {
        throw error;
      },
      leaseMs: LEASE,
    });
    return () => cleanup.run();
  };
  /** A cleanup that has run long enough to declare nodes dead. */
  const trustedCleanup = async () => {
    const cleanUp = cleanupOf();
    for (let look = 0; look < 4; look++) {
      ticks += LEASE / 2;
      await cleanUp();
    }
    return cleanUp;
  };
  beforeEach(() => {
    ticks = 0;
  });

  /** A game on two nodes, red on the first and blue on the second, with a spectator on each. */
  const onTwoNodes = async (roomId: string) => {
    const [watcher, other] = ['c'.repeat(24), 'd'.repeat(24)];
    const nodes = createPresence(table.redis, LEASE);
    await table.seat(roomId, Date.now());
    await table.execute(roomId, { type: 'spectators', joined: [watcher, other], left: [] }, Date.now());
    for (const [boot, users] of Object.entries({ n1: [RED, watcher], n2: [BLUE, other] })) {
      await nodes.beat(boot);
      for (const userId of users) await nodes.arrive(boot, roomId, userId);
    }
    for (const userId of [RED, BLUE]) await presence(roomId, userId, true, Date.now());
    return { nodes, watcher, other };
  };
  const die = (boot: string) => table.redis.zincrby('{nodes}:beats', -LEASE - 1, boot);

  test('reports its users as offline, compensates the player, and leaves no state', async () => {
    const { other } = await onTwoNodes('dead');
    const cleanUp = await trustedCleanup();
    const { header } = await roomOf('dead');
    await die('n1');
    expect(await cleanUp()).toBe(1);
    const room = await roomOf('dead');
    expect(room.header.offlineSince).toEqual({ red: expect.any(Number), blue: null });
    expect(room.header.spectators).toEqual([other]);
    expect(room.outages).toEqual([`n1:${RED}`]);
    expect(room.header.lastMoveTime).toBeGreaterThan(header.lastMoveTime!);
    expect(await table.redis.keys('{node:n1}*')).toEqual([]);
    expect(await table.redis.smembers('{room:dead}:presence')).toHaveLength(2);
    expect(await cleanUp()).toBe(0);
    expect((await roomOf('dead')).v).toBe(room.v);
  });

  test('a user who has reconnected to another node counts as online throughout', async () => {
    const { nodes } = await onTwoNodes('moved');
    const cleanUp = await trustedCleanup();
    await die('n1');
    await nodes.arrive('n2', 'moved', RED);
    await cleanUp();
    expect(await roomOf('moved')).toMatchObject({
      header: { offlineSince: { red: null, blue: null } },
      outages: [],
    });
  });

  test('is cleaned up once by two concurrent processes', async () => {
    await onTwoNodes('twin');
    const cleanUps = [await trustedCleanup(), await trustedCleanup()];
    const { v } = await roomOf('twin');
    await die('n1');
    await Promise.all(cleanUps.map((cleanUp) => cleanUp()));
    expect((await roomOf('twin')).v).toBe(v + 3);
  });

  test('gets a full lease to renew after the cleanup process was disconnected', async () => {
    const { nodes } = await onTwoNodes('cut');
    const cleanUp = await trustedCleanup();
    await die('n1');
    ticks += LEASE;
    expect(await cleanUp()).toBe(0);
    await nodes.beat('n1');
    ticks += LEASE / 2;
    await cleanUp();
    ticks += LEASE / 2;
    expect(await cleanUp()).toBe(0);
    expect((await roomOf('cut')).header.offlineSince.red).toBeNull();
  });
});
