import { DAY_MS, type DaysPerMove, PUSH_QUEUE, QUEUE_PREFIX, type RoomEvent } from '@doushouqi/protocol';
import type { RoomCommand } from '@doushouqi/room';
import { closeRedis, connectRedis } from '@doushouqi/service-kit';
import { clearRedis, startTestRedis } from '@doushouqi/service-kit/testing';
import { Queue } from 'bullmq';
import { afterAll, afterEach, expect, test } from 'vitest';
import { ask, BLUE, here, join, moveCommand, RED, reply, SPECTATOR } from '../../room/test/fixtures.ts';
import {
  type Commit,
  createGameNotices,
  createLiveRooms,
  createPlaces,
  createPushNotifications,
  createRoomCommands,
  createRoomJobs,
  createRoomStore,
  createTurnNotifications,
  turnCallsKey,
} from '../src/index.ts';

const HOUR_MS = 3_600_000;
/** BullMQ schedules by the clock of this process. */
let now = Date.now();

const server = await startTestRedis();
const redis = connectRedis(server.url, { role: 'command' });
const store = createRoomStore(redis);
const [jobs, live] = [createRoomJobs(redis), createLiveRooms(redis)];
const logger = { warn: () => undefined };
const pushNotifications = createPushNotifications(redis, logger);
const places = createPlaces(redis, { load: store.load, perAddress: 600, now: () => now });
let onCommitted: ((commit: Commit) => void) | null = null;
const failed: unknown[] = [];
const commands = createRoomCommands({
  store,
  live,
  jobs,
  places,
  now: () => now,
  onCommitted: (commit) => onCommitted?.(commit),
  onJobFailed: (error) => failed.push(error),
});
const pushes = new Queue(PUSH_QUEUE, { connection: redis, prefix: QUEUE_PREFIX });

afterEach(async () => {
  onCommitted = null;
  expect(failed).toEqual([]);
  await clearRedis(redis);
});
afterAll(async () => {
  await Promise.all([jobs.close(), pushNotifications.close(), pushes.close()]);
  await closeRedis(redis);
  await server.stop();
});

async function execute(roomId: string, command: RoomCommand): Promise<RoomEvent[]> {
  const result = await commands.execute(roomId, command);
  if (!result.ok) throw new Error(result.code);
  return result.events;
}
async function open(roomId: string, daysPerMove: DaysPerMove): Promise<void> {
  const choices = { timeControl: null, daysPerMove, table: null };
  await places.noteOrigin(RED, { address: '203.0.113.1', isGuest: false });
  await places.take(roomId, [{ userId: RED, isUntimed: true }]);
  await execute(roomId, { type: 'join', userId: RED, newGameId: `game-${roomId}`, choices });
}
async function enter(roomId: string): Promise<void> {
  await places.noteOrigin(BLUE, { address: '203.0.113.2', isGuest: false });
  await places.take(roomId, [{ userId: BLUE, isUntimed: true }]);
  await execute(roomId, join(BLUE, `game-${roomId}`));
}
/** Returns for how many days the room and its events stay stored. */
async function daysLeft(roomId: string): Promise<number[]> {
  const keys = ['state', 'events'].map((part) => `{room:${roomId}}:${part}:2`);
  return Promise.all(keys.map(async (key) => (await redis.pttl(key)) / DAY_MS));
}

test('a room waits for seven days', async () => {
  await open('r', 1);
  for (const days of await daysLeft('r')) expect(days).toBeCloseTo(7, 2);
  await execute('r', { type: 'leave', userId: RED });
  for (const days of await daysLeft('r')) expect(days).toBeLessThan(1);
});

test.each([1, 3, 7] as const)('a running game of %i days outlives its deadline by a day', async (days) => {
  await open('r', days);
  await enter('r');
  // A plain move renews the expiry too, as if three quarters of a day had passed.
  for (let ply = 0; ply < 6; ply++) {
    for (const left of await daysLeft('r')) expect(left).toBeGreaterThan(days + 0.99);
    for (const part of ['state', 'events'])
      await redis.pexpire(`{room:r}:${part}:2`, Math.round((days + 0.25) * DAY_MS));
    await execute('r', moveCommand(ply));
  }
  await execute('r', { type: 'surrender', userId: RED });
  for (const left of await daysLeft('r')) expect(left).toBeLessThan(0.05);
});

test('a room between moves is its checkpoint, and few commits are stored', async () => {
  await open('r', 3);
  await enter('r');
  for (let ply = 0; ply < 9; ply++) await execute('r', moveCommand(ply));
  const room = (await store.load('r'))!;
  expect(JSON.parse((await redis.hget('{room:r}:state:2', 'room'))!).v).toBe(room.v);
  expect(await store.eventsAfter('r', room.v - 4)).toHaveLength(4);
  expect(await store.eventsAfter('r', room.v - 5)).toBeNull();
});

test('the seats of both and their addresses are renewed at each turn', async () => {
  await open('r', 7);
  await enter('r');
  const keys = [
    `{places}:user:${RED}:untimed`,
    `{places}:user:${BLUE}:untimed`,
    `{places}:from:${RED}`,
    '{places}:address:203.0.113.1',
  ];
  const lives = () => Promise.all(keys.map((key) => redis.pttl(key)));
  await expect.poll(lives).toEqual(expect.arrayContaining([expect.any(Number)]));
  for (const key of keys) await redis.pexpire(key, HOUR_MS);
  await execute('r', { type: 'say', userId: RED, content: '你好' });
  now += HOUR_MS;
  await execute('r', moveCommand(0));
  await expect.poll(async () => Math.min(...(await lives()))).toBeGreaterThan(7 * DAY_MS);
  expect(await places.roomsOf(RED, 'untimed')).toEqual(['r']);
  await execute('r', { type: 'surrender', userId: RED });
  await expect.poll(() => places.roomsOf(RED, 'untimed')).toEqual([]);
});

test('one job waits for the deadline and one for the reminder, whatever the number of moves', async () => {
  await open('r', 3);
  await enter('r');
  for (let ply = 0; ply < 4; ply++) await execute('r', moveCommand(ply));
  const queue = new Queue('room', { connection: redis, prefix: QUEUE_PREFIX });
  await expect.poll(() => queue.getDelayedCount()).toBe(2);
  const waiting = await queue.getDelayed();
  const due = waiting.map(({ id, timestamp, delay }) => [
    id,
    Math.round((timestamp + delay - now) / HOUR_MS),
  ]);
  expect(due.toSorted()).toEqual([
    ['clock-game-r', 72],
    ['reminder-game-r', 60],
  ]);
  await queue.close();
});

test.each([
  ['an end', [{ type: 'surrender', userId: RED }]],
  ['a reset', [ask(RED, 'reset'), reply(BLUE, 'reset', true, 'next')]],
] as [string, RoomCommand[]][])(
  '%s cancels the jobs, and the sweeper looks for the archive job within seconds',
  async (_, commands) => {
    await open('r', 7);
    await enter('r');
    await execute('r', moveCommand(0));
    await expect.poll(() => redis.keys('{queue}:room:*-game-r')).toHaveLength(2);
    for (const command of commands) await execute('r', command);
    await expect.poll(() => redis.keys('{queue}:room:*-game-r')).toEqual([]);
    expect(await live.due(now + 5_000, 10)).toMatchObject([{ roomId: 'r' }]);
  },
);

test('the call to a turn says until when it is due, with all pages closed', async () => {
  for (const userId of [RED, BLUE]) await redis.set(turnCallsKey(userId), '1');
  onCommitted = createTurnNotifications({ redis, pushNotifications, logger });
  await open('r', 1);
  await enter('r');
  await execute('r', moveCommand(0));
  await expect.poll(() => pushes.getDelayedCount()).toBe(2);
  const called = (await pushes.getDelayed()).map(({ data }) => data);
  const turn = { kind: 'turn', roomId: 'r', gameId: 'game-r', until: now + DAY_MS };
  expect(called).toEqual(
    expect.arrayContaining([
      { ...turn, userId: RED, ply: 0 },
      { ...turn, userId: BLUE, ply: 1 },
    ]),
  );
});

test('the first turn in a game of a tournament says that the player is called to the game already', async () => {
  await redis.set(turnCallsKey(RED), '1');
  onCommitted = createTurnNotifications({ redis, pushNotifications, logger });
  const timeControl = { initial: 5, increment: 3 };
  const game = { gameId: 't', players: [RED, BLUE] as const, timeControl, context: 'tournament:t1' };
  await execute('t', { type: 'pair', kind: 'arena', ...game });
  await expect.poll(() => pushes.getDelayedCount()).toBe(1);
  const [called] = await pushes.getDelayed();
  expect(called!.data).toEqual({
    ...{ kind: 'turn', userId: RED, roomId: 't', gameId: 't', ply: 0 },
    isAssigned: true,
  });
});

test('players are notified when the game waits, starts, changes its turn and ends, and of nothing else', async () => {
  const noticed = async () => {
    await expect.poll(() => pushes.getWaitingCount()).toBeGreaterThan(0);
    const waiting = await pushes.getWaiting();
    await Promise.all(waiting.map((job) => job.remove()));
    return waiting.map(({ data }) => data.userIds);
  };
  onCommitted = createGameNotices(pushNotifications);
  await open('r', 1);
  expect(await noticed()).toEqual([[RED]]);
  await enter('r');
  expect(await noticed()).toEqual([[RED, BLUE]]);
  await execute('r', here(RED));
  await execute('r', { type: 'say', userId: RED, content: '你好' });
  await execute('r', join(SPECTATOR));
  await execute('r', ask(BLUE, 'draw'));
  await execute('r', reply(RED, 'draw', false));
  await execute('r', moveCommand(0));
  expect(await noticed()).toEqual([[RED, BLUE]]);
  await execute('r', ask(RED, 'undo'));
  await execute('r', reply(BLUE, 'undo', true));
  expect(await noticed()).toEqual([[RED, BLUE]]);
  await execute('r', { type: 'surrender', userId: RED });
  expect(await noticed()).toEqual([[RED, BLUE]]);
  // A game with clocks is in no list.
  await execute('timed', join(RED));
  await execute('timed', join(BLUE, 'other'));
  await execute('timed', moveCommand(0));
  await execute('r', { type: 'leave', userId: RED });
  await execute('r', { type: 'leave', userId: BLUE });
  await open('next', 1);
  expect(await noticed()).toEqual([[RED]]);
});

/** Bytes of a game in Redis that docs/rooms.md states. */
const MOST_BYTES = 6_000;
/** Keys that all games of a queue share. */
const SHARED = /^{queue}:room:(events|id|marker|meta)$/;

test('a game of two weeks takes less than 6 kB', async () => {
  await open('r', 7);
  await enter('r');
  for (const userId of [RED, BLUE]) await store.noteName('r', userId, '一二三四五六七八九十甲乙');
  for (let ply = 0; ply < 12; ply++) {
    now += 28 * HOUR_MS;
    await execute('r', moveCommand(ply));
  }
  await expect.poll(() => redis.keys('{queue}:room:*-game-r')).toHaveLength(2);
  const keys = (await redis.keys('*')).filter((key) => !SHARED.test(key));
  const sizes = await Promise.all(keys.map(async (key) => [key, await redis.memory('USAGE', key)] as const));
  const bytes = sizes.reduce((sum, [, size]) => sum + Number(size), 0);
  expect(bytes, JSON.stringify(Object.fromEntries(sizes))).toBeLessThan(MOST_BYTES);
});
