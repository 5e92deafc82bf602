import type { SiteHealth, SiteState } from '@doushouqi/protocol';
import { ROUTES, type SitePart } from '@doushouqi/protocol/server';
import { isDuplicate, pingMongo } from '@doushouqi/service-kit';
import { ASKED, type LiveSite, type ModerationContext } from '../context.ts';
import { startOfDay } from '../policies/days.ts';
import { curveOf, SAMPLE_MS, SAMPLES_OF_DAY, sampleTime } from '../policies/site.ts';

/** An answer from which a part counts as slow, and a number of waiting jobs. Milliseconds. */
const SLOW_MS = 500;
const LONG_BACKLOG = 20;
/** A part that does not answer until then is down. Milliseconds. */
const DOWN_MS = 2_000;
const WEEK_MS = 7 * 86_400_000;

type Parts = Pick<
  ModerationContext,
  'samples' | 'online' | 'presence' | 'redis' | 'ask' | 'addresses' | 'logger' | 'now'
>;

/** Returns the answer of a part, or null if it has none in time. */
async function orNull<T>(asked: Promise<T>): Promise<T | null> {
  const { promise, resolve } = Promise.withResolvers<null>();
  const timer = setTimeout(() => resolve(null), DOWN_MS);
  try {
    return await Promise.race([asked.catch(() => null), promise]);
  } finally {
    clearTimeout(timer);
  }
}

interface Look {
  backlog?: number | null;
  processes?: number | null;
  connections?: number | null;
}

function healthOf(name: SitePart, ms: number | null, look: Look = {}): SiteHealth {
  const { backlog = null, processes = null, connections = null } = look;
  const isSlow = (ms ?? 0) > SLOW_MS || (backlog ?? 0) > LONG_BACKLOG;
  return { name, state: ms === null ? 'down' : isSlow ? 'slow' : 'up', ms, backlog, processes, connections };
}

/** Returns the time of an answer, rounded, or null without one. Milliseconds. */
async function timeOf(ask: () => Promise<unknown>): Promise<number | null> {
  const began = performance.now();
  const answer = await orNull(ask().then(() => true));
  return answer === null ? null : Math.round(performance.now() - began);
}

async function askReady(address: string): Promise<void> {
  const reply = await fetch(`${address}/readyz`, { signal: AbortSignal.timeout(DOWN_MS) });
  if (!reply.ok) throw new Error(`not ready: ${reply.status}`);
}

/** Asks every part for its figures. */
async function readCounts({ ask, online, presence, now }: Parts) {
  const since = startOfDay(now());
  const [newcomers, rooms, waiting, finished, lobby, users, nodes, series] = await Promise.all([
    orNull(ask(ROUTES.countNewcomers, { body: { since } })),
    orNull(ask(ROUTES.countRooms, { body: {} })),
    orNull(ask(ROUTES.countWaiting, { body: {} })),
    orNull(ask(ROUTES.countGames, { body: { since } })),
    orNull(ask(ROUTES.showLobbyFile, { body: {} })),
    orNull(online.count()),
    orNull(presence.loads()),
    orNull(ask(ROUTES.showSeriesFile, { body: {} })),
  ]);
  return { newcomers, rooms, waiting, finished, lobby, users, nodes, series };
}
type Counts = Awaited<ReturnType<typeof readCounts>>;

function connectionsOf({ nodes }: Counts): number | null {
  return nodes?.reduce((sum, { sessions }) => sum + sessions, 0) ?? null;
}

function figuresOf(counts: Counts, at: number): SiteState['figures'] {
  const { newcomers, rooms, waiting, finished, users } = counts;
  return {
    at,
    online: users,
    running: rooms?.games ?? null,
    waiting: waiting?.waiting ?? null,
    longestWait: waiting && Math.round(waiting.longest),
    connections: connectionsOf(counts),
    finishedToday: finished?.games ?? null,
    guestsToday: newcomers?.guests ?? null,
    registrationsToday: newcomers?.registrations ?? null,
  };
}

async function readHealth({ samples, redis, addresses }: Parts, counts: Counts): Promise<SiteHealth[]> {
  const { rooms, nodes } = counts;
  const asked = await Promise.all(
    ASKED.map(async (name) => {
      const ms = await timeOf(() => askReady(addresses[name]));
      return healthOf(name, ms, name === 'record' ? { backlog: rooms?.unarchived ?? null } : {});
    }),
  );
  const [store, cache] = await Promise.all([timeOf(() => pingMongo(samples.db)), timeOf(() => redis.ping())]);
  const hasNodes = nodes !== null && nodes.length > 0;
  return [
    ...asked,
    {
      ...healthOf('nodes', hasNodes ? 0 : null, {
        processes: nodes?.length ?? null,
        connections: connectionsOf(counts),
      }),
      ms: null,
    },
    // It has no address; the jobs that wait for it show whether it works.
    { ...healthOf('timekeeper', rooms === null ? null : 0, { backlog: rooms?.backlog ?? null }), ms: null },
    healthOf('store', store),
    healthOf('redis', cache),
  ];
}

async function readCurve({ samples, now }: Parts): Promise<SiteState['curve']> {
  const from = startOfDay(now());
  const [today, before] = await Promise.all(
    [from, from - WEEK_MS].map((start) =>
      samples.find({ _id: { $gte: start, $lt: start + SAMPLES_OF_DAY * SAMPLE_MS } }).lean(),
    ),
  );
  return { from, today: curveOf(from, today!), before: curveOf(from - WEEK_MS, before!) };
}

/** Returns figures, health and curve of this moment, and what the files of the operators state. */
export async function readLiveSite(context: Parts): Promise<LiveSite> {
  const counts = await readCounts(context);
  const { newcomers, lobby, series } = counts;
  const [health, curve] = await Promise.all([readHealth(context, counts), readCurve(context)]);
  return {
    figures: figuresOf(counts, context.now()),
    health,
    curve,
    files: {
      announcement: lobby?.announcement ?? null,
      groupNumber: lobby?.groupNumber ?? null,
      registration: newcomers?.file.registration ?? null,
      guests: newcomers?.file.guests ?? null,
      dailyArena: series?.dailyArena ?? null,
      series: series?.series ?? null,
    },
  };
}

/** Stores the number of users online that is due. Of several processes the first one counts. */
export async function takeSample({ samples, online, now }: Pick<Parts, 'samples' | 'online' | 'now'>) {
  const _id = sampleTime(now());
  if ((await samples.exists({ _id })) !== null) return;
  const sample = { _id, online: await online.count(), at: new Date(_id) };
  await samples.create(sample).catch((error: unknown) => {
    if (!isDuplicate(error)) throw error;
  });
}
