import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ROUTES } from '@doushouqi/protocol/server';
import {
  closeRedis,
  connectMongo,
  connectRedis,
  createInternalClient,
  openCollections,
} from '@doushouqi/service-kit';
import {
  apiFrom,
  idOf,
  makeTestKeys,
  prepareMortalService,
  SERVICE_TOKEN,
  signTestToken,
  startProfiles,
} from '@doushouqi/service-kit/testing';
import type { TournamentEvent } from '@doushouqi/tournament';
import { afterAll, expect, test } from 'vitest';
import { COLLECTIONS, type StoredTournament } from '../src/models.ts';
import { keysOf } from '../src/store/scripts.ts';
import { eventually, MINUTE, startPairing, startRatings } from './fixtures.ts';

const PLAYERS = 12;
const keys = makeTestKeys();
const folder = await mkdtemp(join(tmpdir(), 'doushouqi-tournament-'));
const series = join(folder, 'series.json');
await writeFile(series, JSON.stringify({ dailyArena: true, series: [] }));
const [pairing, rating, profiles] = await Promise.all([startPairing(), startRatings(), startProfiles()]);
const mortal = await prepareMortalService({
  entry: join(import.meta.dirname, 'process.ts'),
  database: 'tournament',
  keys,
  env: {
    AUTH_URL: profiles.url,
    RATING_URL: rating.url,
    PAIRING_URL: pairing.url,
    // Only exports call it.
    RECORD_URL: pairing.url,
    TOURNAMENT_CONFIG_FILE: series,
  },
});
const redis = connectRedis(mortal.redisUrl, { role: 'command' });
afterAll(async () => {
  await mortal.end();
  await closeRedis(redis);
  await Promise.all([pairing, rating, profiles].map((one) => one.stop()));
  await rm(folder, { recursive: true });
});

const internal = createInternalClient({ baseUrl: mortal.url, token: SERVICE_TOKEN });
const apis = Array.from({ length: PLAYERS }, (_, n) =>
  apiFrom(mortal.url, undefined, signTestToken(idOf(n + 1), keys.privateKey)),
);

/** Opens the document store while it runs. */
async function inStore<T>(
  work: (models: Awaited<ReturnType<typeof open>>['models']) => Promise<T>,
): Promise<T> {
  const { connection, models } = await open();
  try {
    return await work(models);
  } finally {
    await connection.close();
  }
}
async function open() {
  const connection = await connectMongo(mortal.storeUrl);
  return { connection, models: await openCollections(connection, COLLECTIONS) };
}

/** Calls until there is an answer, as a client and the timekeeper do. */
function insist<T>(work: () => Promise<T>): Promise<T> {
  return eventually(work);
}

async function eventsOf(id: string): Promise<TournamentEvent[]> {
  return (await redis.lrange(keysOf(id).events, 0, -1)).map((text) => JSON.parse(text) as TournamentEvent);
}

/** Reports the end of a game, twice. */
async function report(gameId: string): Promise<void> {
  const { context, players, kind } = pairing.games.get(gameId)!;
  const body = {
    ...{ gameId, context, players, kind: kind as 'arena', winner: 1 as const },
    ...{ endReason: 'DEN_CAPTURED' as const, moveTimes: [1, 2], endTime: Date.now() },
  };
  for (const _ of [1, 2]) await insist(() => internal.call(ROUTES.endTournamentGame, { body }));
}

/** Checks that no player was in two games at once, and no game begun or counted twice. */
function expectSound(events: readonly TournamentEvent[]): void {
  const busy = new Set<string>();
  const games = new Map<string, readonly [string, string]>();
  const over = new Set<string>();
  for (const event of events) {
    if (event.kind === 'paired') {
      const both = [event.red, event.blue] as const;
      expect(both.filter((id) => busy.has(id))).toEqual([]);
      expect(games.has(event.game)).toBe(false);
      games.set(event.game, both);
      for (const id of both) busy.add(id);
    }
    if (event.kind === 'finished') {
      expect(over.has(event.game)).toBe(false);
      over.add(event.game);
      for (const id of games.get(event.game)!) busy.delete(id);
    }
  }
}

function definition(id: string, startsAt: number, changes: Partial<StoredTournament>) {
  return {
    ...{ _id: id, slot: id, name: '死而复生', description: '', kind: 'arena' as const, rated: true },
    ...{ timeControl: { initial: 5, increment: 3 }, levels: null, isPrivate: false, hasBots: false },
    ...{ createdBy: null, startsAt, minutes: 20, rounds: null, checkIn: false, breakMs: 100 },
    ...{ endedAt: null, champion: null, round: 0, players: 0, standings: [] },
    ...changes,
  };
}

async function restart(): Promise<void> {
  await mortal.kill();
  mortal.start();
}

/** Kills the process when it next begins a game, and starts it again. */
function killInBegin(): Promise<void> {
  return new Promise((resolve) => {
    const before = pairing.state.answer;
    pairing.state.answer = () => {
      pairing.state.answer = before;
      void restart().then(resolve);
      // Begun, but the process does not get the answer.
      return 'begun';
    };
  });
}

function runningOf(events: readonly TournamentEvent[]): string[] {
  const over = new Set(events.flatMap((event) => (event.kind === 'finished' ? [event.game] : [])));
  return events.flatMap((event) => (event.kind === 'paired' && !over.has(event.game) ? [event.game] : []));
}

test('an arena goes on when its process is killed in a wave and at the end', {
  timeout: 180_000,
}, async () => {
  const [id, startsAt] = ['arena-killed', Date.now()];
  mortal.start();
  await insist(() => apis[0]!.listTournaments());
  await inStore(({ tournaments }) => tournaments.create(definition(id, startsAt, {})));
  const killed = killInBegin();
  for (const api of apis) await insist(() => api.joinTournament({ params: { id } }));
  await killed;
  await insist(async () => expect(runningOf(await eventsOf(id))).toHaveLength(PLAYERS / 2));
  await insist(async () => {
    for (const game of runningOf(await eventsOf(id))) expect(pairing.games.has(game)).toBe(true);
  });
  // The arena ends: its start is moved into the past.
  await inStore(({ tournaments }) =>
    tournaments.updateOne({ _id: id }, { $set: { startsAt: startsAt - 20 * MINUTE } }),
  );
  const games = runningOf(await eventsOf(id));
  const deaths = [0, games.length - 1];
  for (const [n, game] of games.entries()) {
    if (deaths.includes(n)) await restart();
    await report(game);
  }
  await restart();
  const stored = await insist(() =>
    inStore(async ({ tournaments, games: list }) => {
      const found = await tournaments.findOne({ _id: id }).lean();
      expect(found?.endedAt).toEqual(expect.any(Number));
      return { found: found!, count: await list.countDocuments({ tournamentId: id }) };
    }),
  );
  const events = await eventsOf(id);
  expectSound(events);
  const counted = events.filter((event) => event.kind === 'finished' && event.winner !== null).length;
  expect(stored.found.standings).toHaveLength(PLAYERS);
  expect(stored.found.standings.reduce((sum, { points }) => sum + points, 0)).toBe(2 * counted);
  expect(stored.count).toBe(events.filter(({ kind }) => kind === 'paired').length);
});

test('a Swiss goes on when its process is killed in each change of rounds', {
  timeout: 240_000,
}, async () => {
  const id = 'swiss-killed';
  await insist(() => apis[0]!.listTournaments());
  const startsAt = Date.now() + 15 * MINUTE;
  const changes = { kind: 'swiss' as const, minutes: null, rounds: 3, startsAt };
  await inStore(({ tournaments }) => tournaments.create(definition(id, startsAt, changes)));
  for (const api of apis) await insist(() => api.joinTournament({ params: { id } }));
  let killed = killInBegin();
  await inStore(({ tournaments }) => tournaments.updateOne({ _id: id }, { $set: { startsAt: Date.now() } }));
  for (const round of [1, 2, 3]) {
    await killed;
    const games = await insist(async () => {
      const running = runningOf(await eventsOf(id)).filter((game) => pairing.games.has(game));
      expect(running).toHaveLength(PLAYERS / 2);
      return running;
    });
    if (round < 3) killed = killInBegin();
    for (const game of games) await report(game);
  }
  const found = await insist(() =>
    inStore(async ({ tournaments }) => {
      const one = await tournaments.findOne({ _id: id }).lean();
      expect(one?.endedAt).toEqual(expect.any(Number));
      return one!;
    }),
  );
  const events = await eventsOf(id);
  expectSound(events);
  expect(events.filter(({ kind }) => kind === 'paired')).toHaveLength((3 * PLAYERS) / 2);
  expect(found.standings.reduce((sum, { points }) => sum + points, 0)).toBe((3 * PLAYERS) / 2);
});

test('the events of the series exist once, however often the process starts', async () => {
  await restart();
  await insist(() => apis[0]!.listTournaments());
  const ids = await inStore(async ({ tournaments }) => {
    const found = await tournaments.find({ createdBy: null, hasBots: true }, { _id: 1 }).lean();
    return found.map(({ _id }) => _id);
  });
  expect(ids).toHaveLength(2);
  expect(new Set(ids).size).toBe(2);
});
