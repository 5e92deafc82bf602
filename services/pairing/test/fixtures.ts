import type { RoomKind, RouteReply, Routes, UpdateEvent } from '@doushouqi/protocol';
import { ROUTES } from '@doushouqi/protocol/server';
import { decide, evolve } from '@doushouqi/room';
import { createPlaces, createRoomStore } from '@doushouqi/room-core';
import { createOnline, createPresence } from '@doushouqi/room-core/presence';
import { createBlockMirror, errorOf, type RedisClient, route } from '@doushouqi/service-kit';
import { startPeer, type TestUser, testService } from '@doushouqi/service-kit/testing';
import { afterAll, vi } from 'vitest';
import { service } from '../src/service.ts';

const NODE = 'node-of-tests';
const BEAT_MS = 500;

/** Tries until it does not throw any more. */
export function eventually<T>(attempt: () => T | Promise<T>): Promise<T> {
  return vi.waitFor<T>(attempt, { timeout: 30_000, interval: 20 });
}

interface Made {
  gameId: string;
  players: readonly string[];
  kind: RoomKind;
  isArranged: boolean;
  context?: string | undefined;
}

/** The room service, as far as it makes rooms, and its rooms in Redis. */
async function startRooms(redis: () => RedisClient) {
  const made = new Map<string, Made>();
  const store = () => createRoomStore(redis());
  const state: { answer: 'make' | 'refuse' | 'fail' | 'make and fail'; calls: number } = {
    answer: 'make',
    calls: 0,
  };
  const begin = async (
    roomId: string,
    pair: { gameId: string; kind: RoomKind; players: [string, string] },
  ) => {
    const timeControl = { initial: 5, increment: 3 };
    const begun = decide(null, roomId, { type: 'pair', timeControl, ...pair }, Date.now());
    if (begun.ok) await store().commit(null, begun.value.room, begun.value.events);
  };
  const peer = await startPeer((app) => {
    route(app, ROUTES.createPairedRoom, {
      handler: async ({ body: { roomId, gameId, players, kind, isArranged = false, context } }) => {
        state.calls += 1;
        if (state.answer === 'refuse') throw errorOf('ROOM_TAKEN');
        if (state.answer === 'fail') throw errorOf('UNAVAILABLE');
        const known = made.get(roomId);
        if (known !== undefined && known.gameId !== gameId) throw errorOf('ROOM_TAKEN');
        made.set(roomId, known ?? { gameId, players, kind, isArranged, context });
        await begin(roomId, { gameId, players, kind });
        if (state.answer === 'make and fail') throw errorOf('UNAVAILABLE');
        return { roomId, v: 1 };
      },
    });
  });
  return {
    ...peer,
    made,
    state,
    /** Begins a game of two users in a numbered room. */
    async play(roomId: string, players: [string, string]) {
      const places = createPlaces(redis(), { load: store().load, perAddress: 10, now: Date.now });
      for (const userId of players) await places.note(roomId, { userId, isUntimed: false });
      await begin(roomId, { gameId: roomId, kind: 'casual', players });
    },
    /** Ends the game of a room. `over`: with a result. */
    async end(roomId: string, status: 'over' | 'aborted' = 'over') {
      const before = (await store().load(roomId))!;
      const change = { type: 'gameStateUpdate', roomId, v: before.v + 1, at: Date.now() } as const;
      const event: UpdateEvent = { ...change, ...before.header, status };
      await store().commit(before, evolve(before, event), [event]);
    },
    reset() {
      made.clear();
      state.answer = 'make';
      state.calls = 0;
    },
  };
}

function ratingReply(rating: number, provisional: boolean): RouteReply<Routes['getRatings']>['fast'] {
  const level = { order: 12, id: 'wolf-3' };
  return {
    rating,
    deviation: provisional ? 200 : 80,
    games: 20,
    provisional,
    level,
    week: null,
    seasons: [],
    rank: null,
  };
}

/** A rating service with ratings set by the test. */
async function startRatings() {
  const ratings = new Map<string, { rating: number; provisional?: boolean }>();
  /** Finished rated games against bots, by user. */
  const botGames = new Map<string, number>();
  const state = { isAway: false };
  const peer = await startPeer((app) =>
    route(app, ROUTES.getRatings, {
      handler: ({ params: { userId } }) => {
        if (state.isAway) throw errorOf('UNAVAILABLE');
        const { rating = 1_500, provisional = false } = ratings.get(userId) ?? {};
        const games = botGames.get(userId);
        return {
          fast: ratingReply(rating, provisional),
          slow: ratingReply(rating - 100, provisional),
          ...(games !== undefined && { bot: { ...ratingReply(rating, provisional), games } }),
        };
      },
    }),
  );
  return {
    ...peer,
    ratings,
    botGames,
    state,
    reset() {
      state.isAway = false;
      ratings.clear();
      botGames.clear();
    },
  };
}

/** Replicas of the service; the services that it calls speak by the contract. */
export async function testPairing(replicas = 2) {
  const friends = new Set<string>();
  const [rooms, ratingService, social] = await Promise.all([
    startRooms((): RedisClient => redis),
    startRatings(),
    startPeer((app) => route(app, ROUTES.listFriendIds, { handler: () => ({ friends: [...friends] }) })),
  ]);
  const clock = { ahead: 0 };
  const pairing = await testService(service, {
    peers: { social, room: rooms, rating: ratingService },
    given: { now: () => Date.now() + clock.ahead },
  });
  const others = await Promise.all(Array.from({ length: replicas - 1 }, () => pairing.another()));
  const running = [pairing, ...others];
  const { redis } = pairing.context;
  const online = createOnline(redis, { leaseMs: 15_000 });
  const presence = createPresence(redis);
  await presence.beat(NODE);
  const beats = setInterval(() => void presence.beat(NODE).catch(() => undefined), BEAT_MS);
  afterAll(() => clearInterval(beats));

  return {
    ...pairing,
    redis,
    rooms,
    ratingService,
    friends,
    clock,
    blocks: createBlockMirror(redis),
    /** A user with a connection, at the replica of their number; `address`: where the user comes from. */
    async person(n: number, address = '198.18.0.1'): Promise<TestUser> {
      const { id } = await pairing.user(n);
      await online.connected(NODE, id);
      return { id, api: running[n % replicas]!.as(id, address) };
    },
    connect: (id: string) => online.connected(NODE, id),
    disconnect: (id: string) => online.disconnected(NODE, id),
    async reset() {
      // What is under way ends first, so that nothing of this test is seen in the next one.
      rooms.state.answer = 'make';
      clock.ahead += 11_000;
      await redis.del('{pairing}:tickets');
      await eventually(async () => {
        if ((await redis.hlen('{pairing}:pairs')) > 0) throw new Error('pairs are under way');
      });
      clock.ahead = 0;
      await pairing.clear();
      await presence.beat(NODE);
      friends.clear();
      rooms.reset();
      ratingService.reset();
    },
  };
}
