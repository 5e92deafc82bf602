import { createLiveRooms, createRoomDoor, createRoomJobs, createRoomStore } from '@doushouqi/room-core';
import {
  closeRedis,
  connectRedis,
  createHttpApp,
  createMetrics,
  createRateLimiter,
  createTokenVerifier,
  listen,
  readEnv,
  readSecretFile,
  runService,
  stopServer,
} from '@doushouqi/service-kit';
import { environment } from './environment.ts';
import { addRoomRoutes } from './routes.ts';

runService({
  name: 'room',
  async start({ logger, onStop }) {
    const env = readEnv(environment);
    const redis = connectRedis(env.REDIS_URL, { role: 'command', logger });
    onStop('redis', () => closeRedis(redis));
    const queues = connectRedis(env.REDIS_URL, { role: 'command', logger });
    onStop('queue redis', () => closeRedis(queues));
    const jobs = createRoomJobs(queues);
    onStop('queues', () => jobs.close());

    const app = createHttpApp({
      logger,
      metrics: createMetrics('room'),
      readiness: { redis: () => redis.ping() },
      verifier: createTokenVerifier({ publicKey: readSecretFile(env.JWT_PUBLIC_KEY_FILE), redis }),
    });
    const store = createRoomStore(redis);
    const door = createRoomDoor({
      store,
      live: createLiveRooms(redis),
      jobs,
      now: Date.now,
      onJobFailed: (error) => logger.warn({ err: error }, 'job not queued; the sweeper will find the room'),
    });
    const joins = createRateLimiter({
      redis,
      keyPrefix: 'limit:room-join',
      points: env.ROOM_JOINS_PER_MINUTE,
      durationSeconds: 60,
    });
    addRoomRoutes(app, { store, door, joins, now: Date.now });

    const port = await listen(app.server, { port: env.PORT, host: env.HOST });
    onStop('server', () => {
      app.drain();
      return stopServer(app.server);
    });
    return { port };
  },
});
