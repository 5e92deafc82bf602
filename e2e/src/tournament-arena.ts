import { randomBytes } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { createApiClient } from '@doushouqi/protocol';
import { PUBLIC_ROUTES } from '@doushouqi/protocol/server';
import { createRoomStore } from '@doushouqi/room-core';
import {
  ALL_NODES_IN_USE,
  freePorts,
  type LogEntry,
  ROOM_FOR_ONE_ADDRESS,
  refusedByRedis,
  startPlatform,
} from '@doushouqi/scripts';
import { closeRedis, connectRedis } from '@doushouqi/service-kit';
import { signTestToken } from '@doushouqi/service-kit/testing';
import { MongoClient } from 'mongodb';
import { openBalancer } from './balancer.ts';
import { storeTournament } from './store-tournament.ts';
import { type Audit, type AuditedEvent, auditTournament, eventsOf } from './tournament-audit.ts';
import { type Entrant, enterTournament, playTournament } from './tournament-player.ts';

export const REPLICAS = ['tournament-1', 'tournament-2'] as const;

/** Of each kind; the Swiss has a bye in each round. */
const PLAYERS = { arena: 6, swiss: 5 } as const;
const LEAD_MS = 8_000;
const ARENA_MINUTES = 0.6;
const ROUNDS = 3;
const BREAK_MS = 2_000;
const WATCH_MS = 5;
/** Until both tournaments are stored and every game is delivered. */
const END_DEADLINE_MS = 180_000;

type Kind = keyof typeof PLAYERS;

/** Points in a tournament at which a fault may strike. */
export interface Moments {
  /** Games of a wave are stored and have no rooms yet. */
  wave(): Promise<void>;
  /** A round of the Swiss after the first is paired. */
  round(): Promise<void>;
  /** The arena has ended and is not stored. */
  end(): Promise<void>;
}

/** Starts the whole product with two tournament processes behind a balancer. `redisUrl`: another Redis than its own. */
export async function startTournamentArena(redisUrl?: string) {
  const dataDir = mkdtempSync(join(tmpdir(), 'doushouqi-tournaments-'));
  // No browser is used, so the web is not built.
  writeFileSync(join(dataDir, 'index.html'), '');
  const [[port = 0], balancer] = await Promise.all([freePorts(1), openBalancer()]);
  const platform = await startPlatform({
    dataDir,
    port,
    replicas: { tournament: REPLICAS.length },
    webDist: dataDir,
    env: { ...ROOM_FOR_ONE_ADDRESS, ...ALL_NODES_IN_USE, TOURNAMENT_URL: balancer.url },
    ...(redisUrl !== undefined && { redisUrl }),
    log: ({ process: name, level, message, details }: LogEntry) => {
      if (process.env.ARENA_LOG && (level === 'warn' || level === 'error'))
        console.log(`${Date.now()} ${name}: ${message} ${JSON.stringify(details)}`);
    },
  });
  balancer.serve(REPLICAS.map((name) => platform.processes.get(name)!.port));
  const privateKey = readFileSync(join(platform.keysDir, 'jwt-private.pem'), 'utf8');
  const redis = connectRedis(platform.redisUrl, { role: 'queue' });
  const rooms = createRoomStore(redis);

  /** The store of the product may be killed, so each use has its own connection. */
  const inStore = async <T>(work: (mongo: MongoClient) => Promise<T>): Promise<T> => {
    const mongo = await new MongoClient(platform.mongodbUrl).connect();
    try {
      return await work(mongo);
    } finally {
      await mongo.close();
    }
  };
  const insistInStore = async <T>(work: (mongo: MongoClient) => Promise<T>): Promise<T> => {
    for (;;) {
      try {
        return await inStore(work);
      } catch {
        await delay(200);
      }
    }
  };
  const entrant = (): Entrant => {
    const userId = randomBytes(12).toString('hex');
    const token = signTestToken(userId, privateKey);
    const baseUrl = `${platform.url}/api`;
    const api = createApiClient({ routes: PUBLIC_ROUTES, baseUrl, token: () => token });
    return { url: platform.url, userId, token, api };
  };
  const until = async (
    id: string,
    holds: (events: readonly AuditedEvent[]) => Promise<boolean> | boolean,
  ) => {
    while (!(await holds(await eventsOf(redis, id)))) await delay(WATCH_MS);
  };
  const create = (kind: Kind): Promise<string> => {
    const isArena = kind === 'arena';
    return storeTournament(platform.mongodbUrl, {
      ...{ kind, startsAt: Date.now() + LEAD_MS, breakMs: BREAK_MS },
      ...(isArena ? { minutes: ARENA_MINUTES } : { rounds: ROUNDS }),
    });
  };
  const momentsOf = (arena: string, swiss: string): Moments => ({
    async wave() {
      const { length } = await eventsOf(redis, arena);
      await until(arena, async (events) => {
        const paired = events.slice(length).filter(({ kind }) => kind === 'paired');
        const begun = await redis.hmget(
          `{tournament:${arena}}:begun`,
          'none',
          ...paired.map(({ game }) => game),
        );
        return begun.slice(1).includes(null);
      });
    },
    async round() {
      const roundsIn = (events: readonly AuditedEvent[]) =>
        events.filter(({ kind }) => kind === 'roundStarted').length;
      const before = Math.max(1, roundsIn(await eventsOf(redis, swiss)));
      if (before < ROUNDS) await until(swiss, (events) => roundsIn(events) > before);
    },
    end: () => until(arena, (events) => events.some(({ kind }) => kind === 'ended')),
  });
  /** Audits until all agrees: the last deliveries may be on their way. */
  const audited = async (id: string): Promise<Audit> => {
    const deadline = Date.now() + END_DEADLINE_MS;
    for (;;) {
      const audit = await insistInStore((mongo) => auditTournament({ redis, rooms, db: mongo.db() }, id));
      const { lost, twice, double, wrong } = audit;
      if ([lost, twice, double, wrong].every(({ length }) => length === 0) || Date.now() > deadline)
        return audit;
      await delay(500);
    }
  };

  return {
    platform,
    /** Runs an arena and a Swiss at once; `strike` begins with them. Resolves to what both have afterwards. */
    async attempt(strike: (moments: Moments) => Promise<void>): Promise<Record<Kind, Audit>> {
      const [arena, swiss] = await Promise.all([create('arena'), create('swiss')]);
      const playing = (
        [
          [arena, PLAYERS.arena],
          [swiss, PLAYERS.swiss],
        ] as const
      ).flatMap(([id, count]) =>
        Array.from({ length: count }, async () => {
          const one = entrant();
          await enterTournament(one, id);
          await playTournament(one, id);
        }),
      );
      await Promise.all([strike(momentsOf(arena, swiss)), ...playing]);
      return { arena: await audited(arena), swiss: await audited(swiss) };
    },
    /** Returns the ids of the events of the daily arena. */
    seriesEvents: () =>
      insistInStore(async (mongo) => {
        const found = await mongo
          .db()
          .collection<{ _id: string }>('tournaments')
          .find({ _id: /^daily-/ })
          .toArray();
        return found.map(({ _id }) => _id);
      }),
    async stop(): Promise<void> {
      await closeRedis(redis);
      const refused = redisUrl === undefined ? await refusedByRedis(platform.redisUrl) : [];
      await balancer.close();
      await platform.stop();
      rmSync(dataDir, { recursive: true, force: true });
      if (refused.length > 0) throw new Error(`services lack rights in Redis: ${refused.join('; ')}`);
    },
  };
}
