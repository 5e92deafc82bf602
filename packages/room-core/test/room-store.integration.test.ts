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
  START,
  WATCHER,
} from '../../room/test/fixtures.ts';
import {
  createLiveRooms,
  createRoomDoor,
  createRoomStore,
  type LiveRooms,
  type RoomDoor,
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

function doorOf(cached?: (roomId: string) => Room | undefined, changed: Partial<RoomJobs> = {}): RoomDoor {
  return createRoomDoor({
    store,
    live,
    jobs: {
      watchClock: async (_, gameId, at, sooner) =>
        void jobs.push(`clock ${gameId} ${at - START}${sooner ? ' sooner' : ''}`),
      watchAbsence: async (_, gameId, at) => void jobs.push(`absence ${gameId} ${at - START}`),
      forgetAbsence: async (gameId, at) => void jobs.push(`forget ${gameId} ${at - START}`),
      watchSpectators: async (_, userIds, at) =>
        void jobs.push(`spectators ${userIds.map((id) => id[0]).join(' ')} ${at - START}`),
      archive: async (_, gameId) => void jobs.push(`archive ${gameId}`),
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

async function playing(door: RoomDoor): Promise<void> {
  jobs = [];
  failed = [];
  await door.execute('r', join(RED));
  await door.execute('r', join(BLUE));
}

describe('store', () => {
  test('knows nothing of a room that is not there', async () => {
    expect(await store.load('r')).toBeNull();
    const { room, eventsAfter } = await store.read('r', null, true);
    expect([room, eventsAfter(0)]).toEqual([null, null]);
    expect(await store.eventsAfter('r', 0)).toBeNull();
  });

  test('a commit is stored, expires, and is published on the room’s own sharded channel', async () => {
    const feed = connectRedis(server.url, { role: 'command' });
    const master = await serverOf(feed, streamOf('r'));
    await master.ssubscribe(streamOf('r'));
    const heard = once(master, 'smessage');
    const { room, events } = mustDecide(null, join(RED));
    const batch = JSON.stringify(events.map(toWireEvent));
    expect(await store.commit(null, room, events)).toEqual({ committed: true, batch });
    expect(await store.load('r')).toEqual(room);
    const [channel, message] = (await heard) as [string, string];
    expect([roomOfStream(channel), message]).toEqual(['r', batch]);
    await closeRedis(feed);
  });

  test('where Redis is full, a game is seen as it is and no move is taken', async () => {
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

  test('a room lives for a day while somebody is there, and for minutes where nobody is', async () => {
    [jobs, failed] = [[], []];
    const door = doorOf();
    const MINUTE = 60_000;
    const lives = async (command: RoomCommand) => {
      expect(await door.execute('r', command)).toMatchObject({ ok: true });
      const [state, events] = [await redis.pttl('{room:r}:state:2'), await redis.pttl('{room:r}:events:2')];
      expect(Math.abs(state - events)).toBeLessThan(1_000);
      return Math.ceil(state / MINUTE);
    };
    const DAY = 24 * 60;
    expect(await lives(join(RED))).toBe(15);
    expect(await lives(here(RED))).toBe(DAY);
    expect(await lives(here(RED, false))).toBe(15);
    const seen: RoomCommand = { type: 'crowd', came: [WATCHER], went: [] };
    expect(await lives(seen)).toBe(DAY);
    expect(await lives({ type: 'crowd', came: [], went: [WATCHER] })).toBe(15);
    expect(await lives(join(BLUE))).toBe(DAY);
    expect(await lives(here(BLUE))).toBe(DAY);
    expect(await lives({ type: 'surrender', userId: RED })).toBe(DAY);
    expect(await lives({ type: 'leave', userId: BLUE })).toBe(60);
    expect(await lives(here(RED))).toBe(DAY);
    expect(await lives({ type: 'leave', userId: RED })).toBe(60);
    expect(await lives(join(RED))).toBe(15);
  });

  test('a commit on an old version changes nothing and brings the stored room', async () => {
    const first = mustDecide(null, join(RED));
    await store.commit(null, first.room, first.events);
    const late = mustDecide(null, join(BLUE));
    expect(await store.commit(null, late.room, late.events)).toEqual({
      committed: false,
      current: first.room,
    });
    expect(await store.eventsAfter('r', 0)).toEqual(first.events);
  });

  test('keeps the tail of events, and says when it is no longer whole', async () => {
    const door = doorOf();
    await playing(door);
    for (let i = 0; i < 70; i++) {
      await door.execute('r', i % 2 === 0 ? join(WATCHER) : { type: 'leave', userId: WATCHER });
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

describe('door', () => {
  test('a room that the caller has just read is not read again, and one that is too old refuses nothing', async () => {
    const door = doorOf();
    await playing(door);
    const seen = await store.load('r');
    const load = vi.spyOn(store, 'load');
    expect(await door.execute('r', join(WATCHER), seen)).toMatchObject({ ok: true, v: seen!.v + 1 });
    expect(load).not.toHaveBeenCalled();
    load.mockRestore();
    expect(await door.execute('r', moveCommand(0), null)).toMatchObject({ ok: true, v: seen!.v + 2 });
  });

  test('a game is watched from its start and archived from its end', async () => {
    const door = doorOf();
    await playing(door);
    expect(jobs).toEqual(['clock g1 300000']);
    expect(await live.due(now, 10)).toEqual([]);
    expect(await live.due(now + 30_000, 10)).toMatchObject([{ roomId: 'r' }]);
    for (let ply = 0; ply < DEN_GAME.length; ply++) {
      now += 1000;
      expect(await door.execute('r', moveCommand(ply))).toMatchObject({ ok: true });
    }
    expect(jobs).toEqual(['clock g1 300000', 'archive g1']);
    const [game] = await store.unarchived('r');
    expect(game).toMatchObject({ gameId: 'g1', players: [RED, BLUE], winner: 1, endReason: 'DEN_CAPTURED' });
    expect(game?.moveTimes.slice(0, 3)).toEqual([1000, 2000, 3000]);
    expect(await redis.pttl('{room:r}:outbox')).toBe(-1);
    await store.archived('r', 'g1');
    expect(await store.unarchived('r')).toEqual([]);
    expect(failed).toEqual([]);
  });

  test('the game of a pair is looked at when its first move is due', async () => {
    jobs = [];
    const result = await doorOf().execute('r', pair('rated'));
    expect(result).toMatchObject({ ok: true, v: 1 });
    expect(jobs).toEqual(['clock p1 20000']);
  });

  test('an undo takes increments back, so the clock is looked at sooner', async () => {
    const door = doorOf();
    await playing(door);
    for (const command of [moveCommand(0), moveCommand(1), ask(RED, 'undo'), reply(BLUE, 'undo', true)]) {
      now += 1000;
      expect(await door.execute('r', command)).toMatchObject({ ok: true });
    }
    // Both moved in a second; red thought for two more, and each lost the increment again.
    expect(jobs).toEqual(['clock g1 300000', 'clock g1 301000 sooner']);
  });

  test('who is away is looked at when the minute is over, unless the return comes first', async () => {
    const door = doorOf();
    await playing(door);
    for (const command of [here(RED), here(BLUE), here(BLUE, false), moveCommand(0), here(RED, false)]) {
      now += 1000;
      await door.execute('r', command);
    }
    expect(jobs.slice(1)).toEqual([
      'absence g1 61000',
      'forget g1 61000',
      'absence g1 63000',
      // Both are away: nobody waits for anybody.
      'forget g1 63000',
    ]);
  });

  test('of many who come at once, one is red, one blue, and nobody is lost', async () => {
    const users = Array.from({ length: 8 }, (_, i) => String(i).repeat(24));
    jobs = [];
    const outcomes = await Promise.all(users.map((userId) => doorOf().execute('r', join(userId))));
    expect(outcomes.every((result) => result.ok)).toBe(true);
    const room = await store.load('r');
    expect([...room!.header.players, ...room!.header.spectators].sort()).toEqual(users);
    expect(room!.v).toBe(8);
    expect(jobs.filter((job) => job.startsWith('clock'))).toHaveLength(1);
  });

  test('who is new on the list of spectators is looked for a minute later, whatever put them there', async () => {
    const door = doorOf();
    const [loser, one, two] = ['d', 'e', 'f'].map((digit) => digit.repeat(24)) as [string, string, string];
    jobs = [];
    await door.execute('r', join(RED));
    const oneSeatFree = (await store.load('r'))!;
    await door.execute('r', join(BLUE));
    // Saw the last seat free, too, and lost it.
    expect(await doorOf(() => oneSeatFree).execute('r', join(loser))).toMatchObject({ ok: true });
    await door.execute('r', join(WATCHER));
    await door.execute('r', { type: 'crowd', came: [one, two, WATCHER, BLUE], went: [] });
    await door.execute('r', { type: 'crowd', came: [one], went: [two] });
    await door.execute('r', join(WATCHER));
    const { players, spectators } = (await store.load('r'))!.header;
    expect([players, spectators]).toEqual([
      [RED, BLUE],
      [loser, WATCHER, one],
    ]);
    expect(jobs.filter((job) => job.startsWith('spectators'))).toEqual([
      'spectators d 60000',
      'spectators c 60000',
      'spectators e f 60000',
    ]);
  });

  test('nobody is put on the list whom nobody could be told to look for', async () => {
    await playing(doorOf());
    const away = doorOf(undefined, { watchSpectators: () => Promise.reject(new Error('away')) });
    await expect(away.execute('r', join(WATCHER))).rejects.toThrow('away');
    expect((await store.load('r'))?.v).toBe(2);
  });

  test('a running game that both begin anew is archived as broken off, unless nobody had moved in it', async () => {
    const door = doorOf();
    await playing(door);
    const anew = async (gameId: string): Promise<void> => {
      await door.execute('r', ask(RED, 'reset'));
      expect(await door.execute('r', reply(BLUE, 'reset', true, gameId))).toMatchObject({ ok: true });
    };
    await anew('g2');
    expect(await store.unarchived('r')).toEqual([]);
    for (const ply of [0, 1]) {
      now += 1000;
      await door.execute('r', moveCommand(ply));
    }
    now += 500;
    await anew('g3');
    expect(jobs.filter((job) => job.startsWith('archive'))).toEqual(['archive g2']);
    expect(await store.unarchived('r')).toMatchObject([
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

  test('the same move through two doors at once is made once and answered alike', async () => {
    const door = doorOf();
    await playing(door);
    const [one, two] = await Promise.all([
      door.execute('r', moveCommand(0)),
      doorOf().execute('r', moveCommand(0)),
    ]);
    expect([one, two]).toMatchObject([
      { ok: true, v: 3 },
      { ok: true, v: 3 },
    ]);
    expect((await store.load('r'))?.v).toBe(3);
  });

  test('an old copy neither refuses nor overwrites', async () => {
    const door = doorOf();
    await playing(door);
    const old = (await store.load('r'))!;
    await door.execute('r', moveCommand(0));
    const behind = doorOf(() => old);
    expect(await behind.execute('r', moveCommand(1))).toMatchObject({ ok: true, v: 4 });
    expect(await behind.execute('r', moveCommand(0, { id: 'other' }))).toMatchObject({
      ok: false,
      code: 'STALE_MOVE',
    });
  });

  test('a late move brings its verdict beside its refusal', async () => {
    const door = doorOf();
    await playing(door);
    now += 300_000;
    const result = await door.execute('r', moveCommand(0));
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

  test('what was acknowledged survives kill -9 of Redis', async () => {
    const door = doorOf();
    await playing(door);
    await door.execute('r', moveCommand(0));
    const acknowledged = await store.load('r');
    await server.kill();
    await server.restart();
    expect(await store.load('r')).toEqual(acknowledged);
    expect(await door.execute('r', moveCommand(1))).toMatchObject({ ok: true, v: 4 });
  });
});
