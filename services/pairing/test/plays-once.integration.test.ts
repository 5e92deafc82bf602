import { randomUUID } from 'node:crypto';
import { emptyRoom, isPlaying, type Room, seatOf } from '@doushouqi/room';
import {
  createLiveRooms,
  createPairedGames,
  createRoomCommands,
  createRoomStore,
  type RoomCommands,
  type RoomJobs,
  type RoomStore,
} from '@doushouqi/room-core';
import { createBotGames } from '@doushouqi/room-core/bot-games';
import { gameIn } from '@doushouqi/room-core/paired-games';
import { createRunningGames } from '@doushouqi/room-core/running-games';
import {
  AppError,
  closeRedis,
  connectRedis,
  createLogger,
  createSite,
  type RedisClient,
} from '@doushouqi/service-kit';
import { clearRedis, idOf, startTestRedis, type TestRedis } from '@doushouqi/service-kit/testing';
import fc from 'fast-check';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { runWave } from '../src/background.ts';
import { acceptChallenge, createChallenge } from '../src/commands/challenges.ts';
import { checkGame } from '../src/commands/games.ts';
import { joinQueue, showMine } from '../src/commands/queue.ts';
import type { PairingContext } from '../src/context.ts';
import { createRooms } from '../src/rooms.ts';
import { createPairingStore } from '../src/store/pairing-store.ts';

/** The commands of pairing and the real rooms over one Redis, without HTTP between them. */

const POOL = { initial: 5, increment: 3, rated: true };
const OPEN = { ...POOL, color: 'random', range: null, unlisted: false, network: '198.18.0.1' } as const;
const USERS = [1, 2, 3, 4].map(idOf);
const [A, B, C, D] = USERS as [string, string, string, string];
const NO_JOBS: RoomJobs = {
  watchClock: async () => undefined,
  watchReminder: async () => undefined,
  forgetGame: async () => undefined,
  watchAbsence: async () => undefined,
  forgetAbsence: async () => undefined,
  watchSpectators: async () => undefined,
  deliver: async () => undefined,
};

let server: TestRedis;
let redis: RedisClient;
let store: RoomStore;
let commands: RoomCommands;
let context: PairingContext;
const clock = { ahead: 0 };
/** Number of rematches. The property would also hold for users who never play. */
const seen = { rematches: 0 };
/** Rooms that were made, by number. */
const made = new Set<string>();
const ENDED = { isPlayed: true };

function contextOver(client: RedisClient): PairingContext {
  const kept = <T>(ask: () => Promise<T>) => ({ get: ask, forget: () => undefined });
  const pairing = createPairingStore(client);
  const now = () => Date.now() + clock.ahead;
  const logger = createLogger({ name: 'pairing', level: 'silent' });
  return {
    site: createSite({ redis: client, logger, now }),
    store: pairing,
    botGames: createBotGames(client),
    online: { connectedOf: async (ids: readonly string[]) => new Set(ids), count: async () => USERS.length },
    blocks: { of: async () => new Set<string>() },
    notifier: { notify: async () => undefined },
    pauseOf: async () => null,
    sanctionsOf: async () => ({}),
    openChallenges: kept(pairing.challenges),
    joined: () => undefined,
    metrics: { pair: () => undefined, waited: () => undefined },
    logger,
    now,
    peers: {
      profilesOf: async (ids) =>
        new Map(ids.map((_id) => [_id, { _id, nickname: _id, avatar: 'tiger.png' }] as const)),
      areFriends: async () => true,
      ratingOf: async () => ({ rating: 1_500, provisional: false }),
      async makeRoom({ gameId, roomId, kind, timeControl, players }) {
        made.add(roomId);
        const { ok } = await commands.execute(roomId, { type: 'pair', kind, players, timeControl, gameId });
        return ok ? 'made' : 'refused';
      },
      gamesAgainstBots: async () => 0,
    },
    rooms: createRooms(createRunningGames(client)),
  } as Partial<PairingContext> as PairingContext;
}

beforeAll(async () => {
  server = await startTestRedis();
  redis = connectRedis(server.url, { role: 'command' });
  store = createRoomStore(redis);
  context = contextOver(redis);
  commands = createRoomCommands({
    store,
    live: createLiveRooms(redis),
    jobs: NO_JOBS,
    now: context.now,
    pairedGames: createPairedGames(redis),
    onJobFailed: () => undefined,
  });
});
beforeEach(() => forgetAll());
afterAll(async () => {
  await closeRedis(redis);
  await server.stop();
});

async function forgetAll(): Promise<void> {
  await clearRedis(redis);
  made.clear();
  clock.ahead = 0;
}

/** The code of a refusal, or `done`. */
async function codeOf(work: Promise<unknown>): Promise<string> {
  try {
    await work;
    return 'done';
  } catch (error) {
    if (error instanceof AppError) return error.code;
    throw error;
  }
}

async function rooms(): Promise<Room[]> {
  const loaded = await Promise.all([...made].map(store.load));
  return loaded.filter((room) => room !== null);
}
/** The rooms in which a user plays now. */
async function playedBy(userId: string): Promise<string[]> {
  const running = (await rooms()).filter((room) => isPlaying(room) && seatOf(room.header, userId));
  return running.map(({ id }) => id);
}

async function challenge(userId: string): Promise<string> {
  return (await createChallenge(context, userId, OPEN)).id;
}
async function accept(id: string, userId: string): Promise<string> {
  return (await acceptChallenge(context, id, { userId, role: 'player', sanctions: {}, visit: {} })).roomId;
}
/** Two users play a challenge; returns their room. */
async function play(owner: string, other: string): Promise<string> {
  return accept(await challenge(owner), other);
}
async function offer(roomId: string, userId: string): Promise<void> {
  await commands.execute(roomId, { type: 'offer', userId, kind: 'reset' });
}
async function agree(roomId: string, userId: string): Promise<string> {
  const answer = { type: 'answer', userId, kind: 'reset', accept: true, newGameId: randomUUID() } as const;
  const result = await commands.execute(roomId, answer);
  if (!result.ok) return result.code;
  seen.rematches += 1;
  return 'done';
}
/** Both give the game up at once, and pairing is notified or not. */
async function end(roomId: string, isNotified = true): Promise<void> {
  const room = (await store.load(roomId)) ?? emptyRoom(roomId, 'rated');
  const { gameId, players, kind } = room.header;
  if (gameId === null || !isPlaying(room)) return;
  await commands.execute(roomId, { type: 'surrender', userId: players[0]! });
  if (isNotified) await context.store.end({ gameId, players: [players[0]!, players[1]!], kind }, ENDED);
}
/** Advances the time at which pairing checks. */
async function pass(ms: number): Promise<void> {
  clock.ahead += ms;
  const work = { waveMs: 2_000, users: 0, games: 100 };
  const { games } = await context.store.takeWork(context.now(), work);
  await Promise.all(games.map((gameId) => checkGame(context, gameId)));
}

describe('a user who plays a rematch', () => {
  test('has no open challenge', async () => {
    const roomId = await play(A, B);
    await end(roomId);
    const open = await challenge(A);
    await offer(roomId, B);
    expect(await agree(roomId, A)).toBe('done');
    expect(await codeOf(accept(open, C))).toBe('CHALLENGE_GONE');
    expect(await playedBy(A)).toEqual([roomId]);
  });

  test('in the older of two rooms can neither join the queue nor challenge', async () => {
    const older = await play(A, B);
    await end(older);
    await end(await play(A, C));
    await offer(older, B);
    expect(await agree(older, A)).toBe('done');
    for (const userId of [A, B]) {
      expect(await codeOf(joinQueue(context, userId, POOL))).toBe('ALREADY_PLAYING');
      expect(await codeOf(challenge(userId))).toBe('ALREADY_PLAYING');
      expect(await codeOf(accept(await challenge(D), userId))).toBe('ALREADY_PLAYING');
    }
  });

  test('leaves the queue and gets the game in the reply', async () => {
    const roomId = await play(A, B);
    await end(roomId);
    await joinQueue(context, A, POOL);
    await offer(roomId, A);
    expect(await agree(roomId, B)).toBe('done');
    expect(await showMine(context, A)).toMatchObject({ ticket: null, paired: null });
    await pass(2_000);
    expect(await showMine(context, A)).toMatchObject({ ticket: null, paired: { roomId, isRematch: true } });
    expect((await context.store.watchable(10)).games).toMatchObject([{ roomId }]);
    await end(roomId);
    expect(await showMine(context, A)).toMatchObject({ paired: null });
    expect(await codeOf(joinQueue(context, A, POOL))).toBe('done');
  });
});

test('refuses a rematch in an old room while either player has another game', async () => {
  const old = await play(A, B);
  await end(old);
  await offer(old, B);
  const running = await play(A, C);
  expect(await agree(old, A)).toBe('ALREADY_PLAYING');
  await end(running);
  await play(B, D);
  expect(await agree(old, A)).toBe('OPPONENT_PLAYING');
  expect(await playedBy(A)).toEqual([]);
});

test('allows a rematch whose players end another game just before pairing is notified', async () => {
  const old = await play(A, B);
  await end(old);
  await end(await play(A, C), false);
  await offer(old, B);
  expect(await agree(old, A)).toBe('done');
  expect(await playedBy(A)).toEqual([old]);
});

test('refuses who joins while a rematch is reserved, also if it is released at once', async () => {
  const roomId = await play(A, B);
  await end(roomId);
  const pair = { gameId: 'released', roomId, ...gameIn(POOL), players: [A, B] as const };
  const reserving: PairingContext['store']['join'] = async (...ticket) => {
    await context.store.take({ pair: { ...pair, at: context.now(), isRematch: true } });
    const joined = await context.store.join(...ticket);
    const taken = await context.store.takenPair(pair.gameId);
    await context.store.putBack(taken!, context.now());
    return joined;
  };
  const meanwhile = { ...context, store: { ...context.store, join: reserving } };
  expect(await codeOf(joinQueue(meanwhile, A, POOL))).toBe('ALREADY_PLAYING');
  expect(await codeOf(joinQueue(context, A, POOL))).toBe('done');
});

test('frees both players 10 s after a rematch that was not committed', async () => {
  const old = await play(A, B);
  await end(old);
  await joinQueue(context, A, POOL);
  const pair = { gameId: 'lost', roomId: old, ...gameIn(POOL), players: [A, B] as const };
  await context.store.take({ pair: { ...pair, at: context.now(), isRematch: true } });
  expect(await codeOf(joinQueue(context, B, POOL))).toBe('ALREADY_PLAYING');
  await pass(5_000);
  expect(await codeOf(joinQueue(context, B, POOL))).toBe('ALREADY_PLAYING');
  await pass(6_000);
  expect(await codeOf(joinQueue(context, B, POOL))).toBe('done');
  expect((await showMine(context, A)).ticket).not.toBeNull();
});

test('commits no rematch after its time', async () => {
  const roomId = await play(A, B);
  await end(roomId);
  const before = await store.load(roomId);
  const next = { ...before!, v: before!.v + 1 };
  const events = [{ type: 'unseen' as const, roomId, v: next.v }];
  expect(await store.commit(before, next, events as never, 1)).toMatchObject({ isLate: true });
  expect(await store.load(roomId)).toEqual(before);
});

test('a user who takes over a game leaves the queue for it, gets it in the reply, and is free after it', async () => {
  const roomId = await play(A, B);
  await joinQueue(context, C, POOL);
  await commands.execute(roomId, { type: 'replacePlayer', userId: A, by: C });
  await context.store.handOver(A, C);
  expect(await showMine(context, A)).toMatchObject({ ticket: null, paired: null });
  expect(await showMine(context, C)).toMatchObject({
    ticket: null,
    paired: { roomId, opponent: { _id: B } },
  });
  expect(await codeOf(joinQueue(context, C, POOL))).toBe('ALREADY_PLAYING');
  await end(roomId);
  for (const userId of [A, B, C]) expect(await codeOf(joinQueue(context, userId, POOL))).toBe('done');
});

describe('after any actions', () => {
  const user = fc.integer({ min: 0, max: USERS.length - 1 });
  const step = fc.oneof(
    fc.record({ what: fc.constantFrom('join', 'challenge'), user }),
    fc.record({ what: fc.constantFrom('accept', 'offer', 'agree', 'rematch'), user, which: fc.nat(7) }),
    fc.record({ what: fc.constant('end'), user, isNotified: fc.boolean() }),
    fc.record({ what: fc.constantFrom('wave', 'play'), user }),
    fc.record({ what: fc.constant('pass'), user, ms: fc.constant(1_000) }),
  );
  // A long time passes between steps only: Redis, whose own time refuses a late rematch, does not live through it.
  const round = fc.oneof(
    { weight: 7, arbitrary: fc.array(step, { minLength: 1, maxLength: 3 }) },
    { weight: 1, arbitrary: fc.constant([{ what: 'pass', user: 0, ms: 12_000 }]) },
  );
  type Step = { what: string; user: number; which?: number; isNotified?: boolean; ms?: number };

  async function carryOut({ what, user: n, which = 0, isNotified = true, ms = 0 }: Step): Promise<unknown> {
    const userId = USERS[n]!;
    const own = (await rooms()).filter(({ header }) => seatOf(header, userId)).map(({ id }) => id);
    const room = own[which % Math.max(1, own.length)];
    switch (what) {
      case 'join':
        return codeOf(joinQueue(context, userId, POOL));
      case 'challenge':
        return codeOf(challenge(userId));
      case 'accept': {
        const open = (await context.store.challenges())[which % USERS.length];
        return open && codeOf(accept(open.id, userId));
      }
      case 'offer':
        return room && offer(room, userId);
      case 'rematch':
        if (room) await Promise.all(USERS.filter((one) => one !== userId).map((one) => offer(room, one)));
        return room && agree(room, userId);
      case 'agree':
        return room && agree(room, userId);
      case 'end': {
        const [running] = await playedBy(userId);
        return running && end(running, isNotified);
      }
      case 'play':
        return codeOf(play(userId, USERS[(n + 1) % USERS.length]!));
      case 'wave':
        return runWave(context);
      default:
        return pass(ms);
    }
  }

  test('a user never plays two rated games, and is free when all are over', async () => {
    const before = seen.rematches;
    await fc.assert(
      fc.asyncProperty(fc.array(round, { minLength: 12, maxLength: 24 }), async (rounds) => {
        await forgetAll();
        for (const [one, other] of [
          [A, B],
          [C, D],
          [A, C],
        ] as const)
          await end(await play(one, other));
        for (const together of rounds) {
          // Steps of one round happen at the same time.
          await Promise.all(together.map(carryOut));
          for (const userId of USERS) expect((await playedBy(userId)).length).toBeLessThanOrEqual(1);
        }
        for (const { id, header } of await rooms()) {
          if (header.gameId !== null && header.players.length === 2) await end(id, false);
        }
        await pass(15_000);
        await pass(15_000);
        for (const userId of USERS) expect(await codeOf(joinQueue(context, userId, POOL))).toBe('done');
      }),
      { numRuns: 25, includeErrorInReport: true },
    );
    expect(seen.rematches - before).toBeGreaterThan(10);
  });
});
