import { ONLINE_LEASE } from '@doushouqi/protocol';
import { createOnline } from '@doushouqi/room-core/presence';
import {
  createFetchProfiles,
  defineService,
  type InternalClient,
  innerNetworks,
  mirrorToRedis,
  openCollections,
  repeat,
  Transactions,
} from '@doushouqi/service-kit';
import { createNotifier } from '@doushouqi/service-kit/socket-cluster';
import { finishDue } from './commands/effects.ts';
import type { ModerationContext } from './context.ts';
import { COLLECTIONS } from './models.ts';
import { mountRoutes } from './routes/index.ts';
import { mirrorAll } from './store/mirror.ts';

const DAY_SECONDS = 86_400;
const CALLED = ['auth', 'social', 'lobby', 'room', 'record', 'rating', 'pairing'] as const;

/** Returns a function that calls the service which answers a route. */
function createAsk(client: (called: (typeof CALLED)[number]) => InternalClient): InternalClient['call'] {
  const clients = new Map<string, InternalClient>(CALLED.map((name) => [name, client(name)]));
  return (route, request, options) => clients.get(route.service)!.call(route, request, options);
}

/** The moderation service: reports, sanctions and their appeals, the log of operators. */
export const service = defineService({
  name: 'moderation',
  constants: {
    /** Pause between two searches for effects of sanctions that a process left unfinished. */
    finishMs: 5_000,
  },
  limits: () => ({
    reports: 10,
    reportsOfDay: { points: 40, seconds: DAY_SECONDS },
    reads: 120,
    changes: 30,
    // Of an operator. The console lists the queue every few seconds.
    console: 600,
    actions: 60,
  }),
  models: (connection) => openCollections(connection, COLLECTIONS),
  open({ env, sanctions, reports, log, redis, client, finishMs, logger, now, onStop }) {
    const [ask, notifier] = [createAsk(client), createNotifier(redis)];
    const mirror = () => mirrorAll({ sanctions, redis, now });
    onStop('mirroring', mirrorToRedis({ redis, logger, by: 'moderation', what: 'sanctions', mirror }));
    const finishing = repeat(
      () => finishMs,
      () => finishDue({ sanctions, reports, redis, notifier, ask, logger, now }),
      (error) => logger.warn({ err: error }, 'effects of sanctions not finished; it is tried again'),
    );
    onStop('effects of sanctions', () => finishing.stop());
    return {
      ask,
      notifier,
      online: createOnline(redis, { leaseMs: ONLINE_LEASE }),
      fetchProfiles: createFetchProfiles(client('auth')),
      transactions: new Transactions(log),
      inner: innerNetworks(env.GATEWAY_NETWORKS),
    } satisfies Partial<ModerationContext>;
  },
  routes: (app, context) => mountRoutes(app, context),
});
