import { once } from 'node:events';
import { type RoomEvent, toWireEvent } from '@doushouqi/protocol';
import { decide, type Room, type RoomCommand } from '@doushouqi/room';
import { closeRedis, connectRedis, type RedisClient } from '@doushouqi/service-kit';
import { clearRedis, serverOf, startTestRedis, type TestRedis } from '@doushouqi/service-kit/testing';
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import {
  ask,
  BLUE,
  DEN_GAME,
  here,
  join,
  moveCommand,
  pair,
  RED,
  reply,
  SPECTATOR,
  START,
} from '../../room/test/fixtures.ts';
import {
  createLiveRooms,
  createRoomCommands,
  createRoomStore,
  type LiveRooms,
  type RoomCommands,
  type RoomJobs,
  type RoomStore,
  roomOfStream,
  streamOf,
} from '../src/index.ts';

let server: TestRedis;
let redis: RedisClient;
let store: RoomStore;
let live: LiveRooms;
let jobs: string[];
let now = START;
let failed: unknown[];

function commandsOf(
  cached?: (roomId: string) => Room | undefined,
  changed: Partial<RoomJobs> = {},
): RoomCommands {
  return createRoomCommands({
    store,
    live,
    jobs: {
      watchClock: async (_, gameId, at, sooner) =>
        void jobs.push(`clock ${gameId} ${at - START}${sooner ? ' sooner' : ''}`),
      watchReminder: async (_, gameId, at) => void jobs.push(`reminder ${gameId} ${at - START}`),
      forgetGame: async (gameId) => void jobs.push(`forget ${gameId}`),
      watchAbsence: async (_, gameId, at) => void jobs.push(`absence ${gameId} ${at - START}`),
      forgetAbsence: async (gameId, at) => void jobs.push(`forget ${gameId} ${at - START}`),
      watchSpectators: async (_, userIds, at) =>
        void jobs.push(`spectators ${userIds.map((id) => id[0]).join(' ')} ${at - START}`),
      deliver: async (_, gameId, receivers) => void jobs.push(`${receivers.join(' ')} ${gameId}`),
      ...changed,
    },
    now: () => now,
    ...(cached ? { cached } : {}),
    onJobFailed: (error) => failed.push(error),
  });
}

function mustDecide(room: Room | null, command: RoomCommand) {
  const decided = decide(room, 'r', command, now);
  if (!decided.ok) throw new Error(decided.error);
  return decided.value;
}

beforeAll(async () => {
  server = await startTestRedis();
  redis = connectRedis(server.url, { role: 'command' });
  store = createRoomStore(redis);
  live = createLiveRooms(redis);
});

afterEach(async () => {
  await clearRedis(redis);
  now = START;
});

afterAll(async () => {
  await closeRedis(redis);
  await server.stop();
});

async function playing(commands: RoomCommands): Promise<void> {
  jobs = [];
  failed = [];
  await commands.execute('r', join(RED));
  await commands.execute('r', join(BLUE));
}

describe('store', () => {
  test('returns null for a room that does not exist', async () => {
    expect(await store.load('r')).toBeNull();
    const { room, eventsAfter } = await store.read('r', null, true);
    expect([room, eventsAfter(0)]).toEqual([null, null]);
    expect(await store.eventsAfter('r', 0)).toBeNull();
  });

  test('stores a commit and publishes it on the room’s sharded channel', async () => {
    const feed = connectRedis(server.url, { role: 'command' });
    const master = await serverOf(feed, streamOf('r'));
    await master.ssubscribe(streamOf('r'));
    const received = once(master, 'smessage');
    const { room, events } = mustDecide(null, join(RED));
    const batch = JSON.stringify(events.map(toWireEvent));
    expect(await store.commit(null, room, events)).toEqual({ committed: true, batch });
    expect(await store.load('r')).toEqual(room);
    const [channel, message] = (await received) as [string, string];
    expect([roomOfStream(channel), message]).toEqual(['r', batch]);
    await closeRedis(feed);
  });

  test('loads rooms and refuses commits if Redis is out of memory', async () => {
    const { room, events } = mustDecide(null, join(RED));
    await store.commit(null, room, events);
    const next = mustDecide(room, join(BLUE));
    const master = await serverOf(redis, streamOf('r'));
    await master.config('SET', 'maxmemory', '1');
    try {
      await expect(store.commit(room, next.room, next.events)).rejects.toThrow('OOM');
      expect(await store.load('r')).toEqual(room);
    } finally {
      await master.config('SET', 'maxmemory', '0');
    }
    expect(await store.commit(room, next.room, next.events)).toMatchObject({ committed: true });
  });

  test('stores a room for a day while it is in use, 15 minutes if unused, and an hour after all have left', async () => {
    [jobs, failed] = [[], []];
    const commands = commandsOf();
    const MINUTE = 60_000;
    const lives = async (command: RoomCommand) => {
      expect(await commands.execute('r', command)).toMatchObject({ ok: true });
      const [state, events] = [await redis.pttl('{room:r}:state:2'), await redis.pttl('{room:r}:events:2')];
      expect(Math.abs(state - events)).toBeLessThan(1_000);
      return Math.ceil(state / MINUTE);
    };
    const DAY = 24 * 60;
    expect(await lives(join(RED))).toBe(15);
    expect(await lives(here(RED))).toBe(DAY);
    expect(await lives(here(RED, false))).toBe(15);
    const seen: RoomCommand = { type: 'spectators', joined: [SPECTATOR], left: [] };
    expect(await lives(seen)).toBe(DAY);
    expect(await lives({ type: 'spectators', joined: [], left: [SPECTATOR] })).toBe(15);
    expect(await lives(join(BLUE))).toBe(DAY);
    expect(await lives(here(BLUE))).toBe(DAY);
    expect(await lives({ type: 'surrender', userId: RED })).toBe(DAY);
    expect(await lives({ type: 'leave', userId: BLUE })).toBe(60);
    expect(await lives(here(RED))).toBe(DAY);
    expect(await lives({ type: 'leave', userId: RED })).toBe(60);
    expect(await lives(join(RED))).toBe(15);
  });

  test('refuses a commit on an old version and returns the stored room', async () => {
    const first = mustDecide(null, join(RED));
    await store.commit(null, first.room, first.events);
    const late = mustDecide(null, join(BLUE));
    expect(await store.commit(null, late.room, late.events)).toEqual({
      committed: false,
      current: first.room,
    });
    expect(await store.eventsAfter('r', 0)).toEqual(first.events);
  });

  test('returns recent events, and null if older ones are missing', async () => {
    const commands = commandsOf();
    await playing(commands);
    for (let i = 0; i < 70; i++) {
      await commands.execute('r', i % 2 === 0 ? join(SPECTATOR) : { type: 'leave', userId: SPECTATOR });
    }
    const tail = await store.eventsAfter('r', 60);
    expect(tail?.map((event: RoomEvent) => event.v)).toEqual(Array.from({ length: 12 }, (_, i) => 61 + i));
    expect(await store.eventsAfter('r', 3)).toBeNull();
    const last = await store.load('r');
    for (const known of [null, last]) {
      const read = await store.read('r', known, true);
      expect([read.room, read.eventsAfter(60), read.eventsAfter(3)]).toEqual([last, tail, null]);
      expect((await store.read('r', known, false)).room).toEqual(last);
    }
  });
});

describe('commands', () => {
  test('does not load a room that the caller has read, and loads it if an old one would refuse', async () => {
    const commands = commandsOf();
    await playing(commands);
    const seen = await store.load('r');
    const load = vi.spyOn(store, 'load');
    expect(await commands.execute('r', join(SPECTATOR), seen)).toMatchObject({ ok: true, v: seen!.v + 1 });
    expect(load).not.toHaveBeenCalled();
    load.mockRestore();
    expect(await commands.execute('r', moveCommand(0), null)).toMatchObject({ ok: true, v: seen!.v + 2 });
  });

  test('queues the clock check when a game starts and its deliveries when it ends', async () => {
    const commands = commandsOf();
    await playing(commands);
    expect(jobs).toEqual(['clock g1 300000']);
    expect(await live.due(now, 10)).toEqual([]);
    expect(await live.due(now + 30_000, 10)).toMatchObject([{ roomId: 'r' }]);
    for (let ply = 0; ply < DEN_GAME.length; ply++) {
      now += 1000;
      expect(await commands.execute('r', moveCommand(ply))).toMatchObject({ ok: true });
    }
    expect(jobs).toEqual(['clock g1 300000', 'record g1']);
    const [game] = await store.undelivered('r');
    expect(game).toMatchObject({ gameId: 'g1', players: [RED, BLUE], winner: 1, endReason: 'DEN_CAPTURED' });
    expect(game?.moveTimes.slice(0, 3)).toEqual([1000, 2000, 3000]);
    expect(await redis.pttl('{room:r}:outbox')).toBe(-1);
    await store.noteDelivered(game!, 'record');
    expect(await store.undelivered('r')).toEqual([]);
    expect(failed).toEqual([]);
  });

  test('queues the check of a paired game for its first-move deadline', async () => {
    jobs = [];
    const result = await commandsOf().execute('r', pair('rated'));
    expect(result).toMatchObject({ ok: true, v: 1 });
    expect(jobs).toEqual(['clock p1 20000']);
  });

  test('queues a sooner clock check after an undo, which removes increments', async () => {
    const commands = commandsOf();
    await playing(commands);
    for (const command of [moveCommand(0), moveCommand(1), ask(RED, 'undo'), reply(BLUE, 'undo', true)]) {
      now += 1000;
      expect(await commands.execute('r', command)).toMatchObject({ ok: true });
    }
    // Each side moved in one second; red used two more, and both lost the increment.
    expect(jobs).toEqual(['clock g1 300000', 'clock g1 301000 sooner']);
  });

  test('checks an offline player after 60 s, and cancels the check when the player reconnects', async () => {
    const commands = commandsOf();
    await playing(commands);
    for (const command of [here(RED), here(BLUE), here(BLUE, false), moveCommand(0), here(RED, false)]) {
      now += 1000;
      await commands.execute('r', command);
    }
    expect(jobs.slice(1)).toEqual([
      'absence g1 61000',
      'forget g1 61000',
      'absence g1 63000',
      // With both players offline, no absence is judged.
      'forget g1 63000',
    ]);
  });

  test('seats two of eight users who join at once and makes the others spectators', async () => {
    const users = Array.from({ length: 8 }, (_, i) => String(i).repeat(24));
    jobs = [];
    const outcomes = await Promise.all(users.map((userId) => commandsOf().execute('r', join(userId))));
    expect(outcomes.every((result) => result.ok)).toBe(true);
    const room = await store.load('r');
    expect([...room!.header.players, ...room!.header.spectators].sort()).toEqual(users);
    expect(room!.v).toBe(8);
    expect(jobs.filter((job) => job.startsWith('clock'))).toHaveLength(1);
  });

  test('queues a check of new spectators after 60 s for every way to become one', async () => {
    const commands = commandsOf();
    const [loser, one, two] = ['d', 'e', 'f'].map((digit) => digit.repeat(24)) as [string, string, string];
    jobs = [];
    await commands.execute('r', join(RED));
    const oneSeatFree = (await store.load('r'))!;
    await commands.execute('r', join(BLUE));
    // Joins for the last seat from an old copy and becomes a spectator.
    expect(await commandsOf(() => oneSeatFree).execute('r', join(loser))).toMatchObject({ ok: true });
    await commands.execute('r', join(SPECTATOR));
    await commands.execute('r', { type: 'spectators', joined: [one, two, SPECTATOR, BLUE], left: [] });
    await commands.execute('r', { type: 'spectators', joined: [one], left: [two] });
    await commands.execute('r', join(SPECTATOR));
    const { players, spectators } = (await store.load('r'))!.header;
    expect([players, spectators]).toEqual([
      [RED, BLUE],
      [loser, SPECTATOR, one],
    ]);
    expect(jobs.filter((job) => job.startsWith('spectators'))).toEqual([
      'spectators d 60000',
      'spectators c 60000',
      'spectators e f 60000',
    ]);
  });

  test('adds no spectator if the check cannot be queued', async () => {
    await playing(commandsOf());
    const away = commandsOf(undefined, { watchSpectators: () => Promise.reject(new Error('away')) });
    await expect(away.execute('r', join(SPECTATOR))).rejects.toThrow('away');
    expect((await store.load('r'))?.v).toBe(2);
  });

  test('archives a running game that is reset as broken off, unless it has no move', async () => {
    const commands = commandsOf();
    await playing(commands);
    const reset = async (gameId: string): Promise<void> => {
      await commands.execute('r', ask(RED, 'reset'));
      expect(await commands.execute('r', reply(BLUE, 'reset', true, gameId))).toMatchObject({ ok: true });
    };
    await reset('g2');
    expect(await store.undelivered('r')).toEqual([]);
    for (const ply of [0, 1]) {
      now += 1000;
      await commands.execute('r', moveCommand(ply));
    }
    now += 500;
    await reset('g3');
    expect(jobs.filter((job) => job.startsWith('record'))).toEqual(['record g2']);
    expect(await store.undelivered('r')).toMatchObject([
      {
        gameId: 'g2',
        players: [RED, BLUE],
        record: '000190536701',
        winner: -1,
        endReason: 'NONE',
        startTime: START,
        endTime: START + 2_500,
        moveTimes: [1000, 2000],
      },
    ]);
  });

  test('makes a move sent through two doors at once a single time and answers both alike', async () => {
    const commands = commandsOf();
    await playing(commands);
    const [one, two] = await Promise.all([
      commands.execute('r', moveCommand(0)),
      commandsOf().execute('r', moveCommand(0)),
    ]);
    expect([one, two]).toMatchObject([
      { ok: true, v: 3 },
      { ok: true, v: 3 },
    ]);
    expect((await store.load('r'))?.v).toBe(3);
  });

  test('executes a command on the stored room if the cached copy is old', async () => {
    const commands = commandsOf();
    await playing(commands);
    const old = (await store.load('r'))!;
    await commands.execute('r', moveCommand(0));
    const behind = commandsOf(() => old);
    expect(await behind.execute('r', moveCommand(1))).toMatchObject({ ok: true, v: 4 });
    expect(await behind.execute('r', moveCommand(0, { id: 'other' }))).toMatchObject({
      ok: false,
      code: 'STALE_MOVE',
    });
  });

  test('refuses a move after the timeout and ends the game', async () => {
    const commands = commandsOf();
    await playing(commands);
    now += 300_000;
    const result = await commands.execute('r', moveCommand(0));
    expect(result).toMatchObject({
      ok: false,
      code: 'TIME_UP',
      events: [{ type: 'gameStateUpdate', winner: 'blue' }],
    });
    expect((await store.load('r'))!.header).toMatchObject({
      status: 'over',
      winner: 'blue',
      endReason: 'TIME_UP',
    });
  });

  test('acknowledged commits survive kill -9 of Redis', async () => {
    const commands = commandsOf();
    await playing(commands);
    await commands.execute('r', moveCommand(0));
    const acknowledged = await store.load('r');
    await server.kill();
    await server.restart();
    expect(await store.load('r')).toEqual(acknowledged);
    expect(await commands.execute('r', moveCommand(1))).toMatchObject({ ok: true, v: 4 });
  });
});
