import {
  closeRedis,
  connectRedis,
  createHttpApp,
  createInternalClient,
  createMetrics,
  listen,
  readEnv,
  readSecretFile,
  runService,
  stopServer,
} from '@doushouqi/service-kit';
import { environment } from './env.ts';
import { createTimekeeper } from './timekeeper.ts';

const SWEEP_INTERVAL_MS = 5_000;
const TOLERATED_LATENESS_MS = 20_000;

runService({
  name: 'timekeeper',
  async start({ logger, onStop }) {
    const env = readEnv(environment);
    const redis = connectRedis(env.REDIS_URL, { role: 'command', logger });
    onStop('redis', () => closeRedis(redis));
    const workerRedis = connectRedis(env.REDIS_URL, { role: 'queue', logger });
    onStop('worker redis', () => closeRedis(workerRedis));
    const metrics = createMetrics('timekeeper');
    const timekeeper = createTimekeeper({
      redis,
      workerRedis,
      record: createInternalClient({
        baseUrl: env.RECORD_URL,
        token: readSecretFile(env.SERVICE_TOKEN_FILE),
      }),
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
      readiness: { redis: () => redis.ping(), jobs: () => timekeeper.checkOnTime() },
    });
    const port = await listen(app.server, { port: env.PORT, host: env.HOST });
    onStop('server', () => {
      app.drain();
      return stopServer(app.server);
    });
    return { port };
  },
});
