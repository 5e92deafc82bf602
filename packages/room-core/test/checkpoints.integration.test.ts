import { decide, evolve, type Room, type RoomCommand } from '@doushouqi/room';
import { closeRedis, connectRedis } from '@doushouqi/service-kit';
import { clearRedis, startTestRedis } from '@doushouqi/service-kit/testing';
import { afterAll, afterEach, beforeEach, describe, expect, test } from 'vitest';
import {
  ask,
  BLUE,
  DEN_GAME,
  here,
  join,
  moveCommand,
  RED,
  reply,
  SPECTATOR,
  START,
} from '../../room/test/fixtures.ts';
import { createLiveRooms, createRoomCommands, createRoomStore, type RoomJobs } from '../src/index.ts';

/** No game here reaches a deadline. */
const NO_JOBS: RoomJobs = {
  watchClock: async () => undefined,
  watchReminder: async () => undefined,
  forgetGame: async () => undefined,
  watchAbsence: async () => undefined,
  forgetAbsence: async () => undefined,
  watchSpectators: async () => undefined,
  deliver: async () => undefined,
};

let now = START;

const server = await startTestRedis();
const redis = connectRedis(server.url, { role: 'command' });
const store = createRoomStore(redis);
const commands = createRoomCommands({
  store,
  live: createLiveRooms(redis),
  jobs: NO_JOBS,
  now: () => now,
  onJobFailed: () => undefined,
});

beforeEach(async () => {
  now = START;
  await commands.execute('r', join(RED));
  await commands.execute('r', join(BLUE));
});

afterEach(() => clearRedis(redis));

afterAll(async () => {
  await closeRedis(redis);
  await server.stop();
});

describe('checkpoints', () => {
  test('a room loaded or returned by a conflict between checkpoints equals the committed room', async () => {
    for (let ply = 0; ply < DEN_GAME.length; ply++) {
      now += 1000;
      const result = await commands.execute('r', moveCommand(ply));
      if (!result.ok) throw new Error(result.code);
      expect(await store.load('r')).toEqual(result.room);
      const late = decide(null, 'r', join(SPECTATOR), now);
      if (!late.ok) throw new Error(late.error);
      expect(await store.commit(null, late.value.room, late.value.events)).toEqual({
        committed: false,
        current: result.room,
      });
    }
  });

  test('the stored events rebuild the room from every stored version, with offers, undo, chat, absence and a reset', async () => {
    const rooms = new Map<number, Room>();
    const send = async (command: RoomCommand): Promise<void> => {
      now += 500;
      const result = await commands.execute('r', command);
      if (!result.ok) throw new Error(result.code);
      rooms.set(result.room.v, result.room);
      expect(await store.load('r')).toEqual(result.room);
    };
    const plays = async (game: string, from: number, to: number, players = [RED, BLUE]): Promise<void> => {
      for (let ply = from; ply < to; ply++)
        await send(moveCommand(ply, { userId: players[ply % 2]!, id: `${game}-${ply}`, lag: 40 * ply }));
    };
    await plays('a', 0, 5);
    await send({ type: 'say', userId: RED, content: '快点' });
    await plays('a', 5, 8);
    await send(ask(RED, 'undo'));
    await send(reply(BLUE, 'undo', true));
    await plays('b', 6, 12);
    await send(here(BLUE, false));
    await send({ type: 'compensate', outage: 'o1', ms: 300 });
    await send({ type: 'spectators', joined: [SPECTATOR], left: [] });
    await send(ask(BLUE, 'draw'));
    await plays('b', 12, DEN_GAME.length);
    await send(ask(BLUE, 'reset'));
    await send(reply(RED, 'reset', true, 'g2'));
    await plays('c', 0, DEN_GAME.length, [BLUE, RED]);
    const last = (await store.load('r'))!;
    const tails = [...rooms].map(async ([v, room]) => ({
      room,
      tail: v < last.v && (await store.eventsAfter('r', v)),
    }));
    const stored = (await Promise.all(tails)).filter(({ tail }) => tail);
    expect(stored.length).toBeGreaterThan(32);
    for (const { room, tail } of stored) expect((tail || []).reduce(evolve, room)).toEqual(last);
    expect((await store.undelivered('r')).map(({ gameId }) => gameId).sort()).toEqual(['g1', 'g2']);
  });

  test('a plain move does not write the whole room', async () => {
    await commands.execute('r', moveCommand(0));
    const before = await redis.hget('{room:r}:state:2', 'room');
    await commands.execute('r', moveCommand(1));
    expect(await redis.hget('{room:r}:state:2', 'room')).toBe(before);
    expect((await store.load('r'))?.v).toBe(4);
  });
});
