import {
  checkRedis,
  createHttpApp,
  createInternalClient,
  openRedis,
  openServiceTokens,
  readEnv,
  runService,
  serve,
} from '@doushouqi/service-kit';
import { environment } from './env.ts';
import { createTimekeeper } from './timekeeper.ts';

const SWEEP_INTERVAL_MS = 5_000;
const TOLERATED_LATENESS_MS = 20_000;

runService({
  name: 'timekeeper',
  async start(context) {
    const { logger, metrics, onStop } = context;
    const env = readEnv(environment);
    const redis = openRedis(context, env.REDIS_URL, 'command');
    const token = await openServiceTokens(env.SERVICE_TOKEN_FILE, context);
    const timekeeper = createTimekeeper({
      redis,
      workerRedis: openRedis(context, env.REDIS_URL, 'queue'),
      record: createInternalClient({ baseUrl: env.RECORD_URL, token }),
      rating: createInternalClient({ baseUrl: env.RATING_URL, token }),
      pairing: createInternalClient({ baseUrl: env.PAIRING_URL, token }),
      metrics,
      logger,
      now: Date.now,
      sweepIntervalMs: SWEEP_INTERVAL_MS,
      toleratedLatenessMs: TOLERATED_LATENESS_MS,
    });
    onStop('timekeeper', () => timekeeper.close());

    const app = createHttpApp({
      logger,
      metrics,
      readiness: { redis: () => checkRedis(redis), jobs: () => timekeeper.checkOnTime() },
    });
    return serve(context, app, env);
  },
});
