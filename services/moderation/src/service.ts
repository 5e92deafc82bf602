import { ONLINE_LEASE } from '@doushouqi/protocol';
import { urlVariable } from '@doushouqi/protocol/server';
import { createOnline, createPresence } from '@doushouqi/room-core/presence';
import {
  count,
  createCached,
  createFetchProfiles,
  defineService,
  type InternalClient,
  innerNetworks,
  mirrorToRedis,
  openCollections,
  openRedis,
  repeat,
  Transactions,
} from '@doushouqi/service-kit';
import { createNotifier } from '@doushouqi/service-kit/socket-cluster';
import { finishDue } from './commands/effects.ts';
import { readLiveSite, takeSample } from './commands/live-site.ts';
import { followSite } from './commands/site.ts';
import { ASKED, type AskedService, type ModerationContext } from './context.ts';
import { createJudge } from './fair-play/judge.ts';
import { openCheckQueue } from './fair-play/queue.ts';
import { startChecking } from './fair-play/worker.ts';
import { COLLECTIONS } from './models.ts';
import { mountRoutes } from './routes/index.ts';
import { mirrorAll } from './store/mirror.ts';
import { mirrorSite } from './store/site.ts';

const HOUR_SECONDS = 3_600;
const DAY_SECONDS = 86_400;
const CALLED = ['auth', 'social', 'lobby', 'room', 'record', 'rating', 'pairing', 'tournament'] as const;

/** Returns a function that calls the service which answers a route. */
function createAsk(client: (called: (typeof CALLED)[number]) => InternalClient): InternalClient['call'] {
  const clients = new Map<string, InternalClient>(CALLED.map((name) => [name, client(name)]));
  return (route, request, options) => clients.get(route.service)!.call(route, request, options);
}

/** Age of the figures of the site that operators see. Milliseconds. */
const LIVE_MS = 3_000;

function addressesOf(env: Record<`${Uppercase<AskedService>}_URL`, string>) {
  return Object.fromEntries(ASKED.map((name) => [name, env[urlVariable(name)]])) as Record<
    AskedService,
    string
  >;
}

/** The moderation service: reports, sanctions and their appeals, the settings of the site, the log of operators. */
export const service = defineService({
  name: 'moderation',
  environment: {
    FAIR_PLAY_LOAD: count(
      25,
      'Percent of a core that the check of rated games uses at most; 0: this process checks none.',
      { min: 0, max: 100 },
    ),
  },
  constants: {
    /** Pause between two searches for what a process left unfinished: effects of sanctions, the mirror of the settings. */
    finishMs: 5_000,
    /** Pause between two looks whether a sample of the users online is due. */
    sampleMs: 30_000,
  },
  limits: () => ({
    reports: 10,
    reportsOfDay: { points: 40, seconds: DAY_SECONDS },
    reads: 120,
    changes: 30,
    // Of an operator. The console lists the queue every few seconds.
    console: 600,
    actions: 60,
    // Checks on demand in an hour: each may cost minutes of a thread.
    checks: { points: 30, seconds: HOUR_SECONDS },
  }),
  models: (connection) => openCollections(connection, COLLECTIONS),
  open(parts) {
    const { env, sanctions, reports, log, site, samples, redis, client, logger, now, onStop } = parts;
    const { finishMs, sampleMs } = parts;
    const [ask, notifier] = [createAsk(client), createNotifier(redis)];
    const online = createOnline(redis, { leaseMs: ONLINE_LEASE });
    const presence = createPresence(redis);
    const mirror = async () => {
      await mirrorAll({ sanctions, redis, now });
      await mirrorSite({ site, redis });
    };
    const what = 'sanctions and settings of the site';
    onStop('mirroring', mirrorToRedis({ redis, logger, by: 'moderation', what, mirror }));
    const finishing = repeat(
      () => finishMs,
      () => finishDue({ sanctions, reports, redis, notifier, ask, logger, now }),
      (error) => logger.warn({ err: error }, 'effects of sanctions not finished; it is tried again'),
    );
    onStop('effects of sanctions', () => finishing.stop());
    let lookedAt = now();
    const following = repeat(
      () => finishMs,
      async () => {
        lookedAt = await followSite({ site, redis, notifier, now }, lookedAt);
      },
      (error) => logger.warn({ err: error }, 'settings of the site not mirrored; it is tried again'),
    );
    onStop('settings of the site', () => following.stop());
    const sampling = repeat(
      () => sampleMs,
      () => takeSample({ samples, online, now }),
      (error) => logger.warn({ err: error }, 'users online not counted; it is tried again'),
    );
    onStop('samples', () => sampling.stop());
    const addresses = addressesOf(env);
    const ofSite = { samples, online, presence, redis, ask, addresses, logger, now };
    const fetchProfiles = createFetchProfiles(client('auth'));
    const checkQueue = openCheckQueue(redis, logger);
    onStop('queue of checks', () => checkQueue.close());
    if (env.FAIR_PLAY_LOAD > 0) {
      const judge = createJudge({ load: env.FAIR_PLAY_LOAD });
      const connection = openRedis(parts, env.REDIS_URL, 'queue');
      onStop('checks', startChecking({ ...parts, ask, fetchProfiles, queue: checkQueue, judge, connection }));
    }
    return {
      ask,
      notifier,
      checkQueue,
      online,
      presence,
      addresses,
      liveSite: createCached({ ask: () => readLiveSite(ofSite), ttlMs: LIVE_MS, now }),
      fetchProfiles,
      transactions: new Transactions(log),
      inner: innerNetworks(env.GATEWAY_NETWORKS),
    } satisfies Partial<ModerationContext>;
  },
  routes: (app, context) => mountRoutes(app, context),
});
