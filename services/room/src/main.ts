import { ROUTES } from '@doushouqi/protocol/server';
import { createLiveRooms, createRoomDoor, createRoomJobs, createRoomStore } from '@doushouqi/room-core';
import {
  createHttpApp,
  createInternalClient,
  createMetrics,
  createRateLimiter,
  createTokenVerifier,
  openRedis,
  readEnv,
  readSecretFile,
  runService,
  serve,
} from '@doushouqi/service-kit';
import { environment } from './env.ts';
import { createNicknames } from './nicknames.ts';
import { addRoomRoutes } from './routes.ts';

/** A room is shown without a nickname rather than late. */
const NICKNAME_TIMEOUT_MS = 1_000;

runService({
  name: 'room',
  async start(context) {
    const { logger, onStop } = context;
    const env = readEnv(environment);
    const redis = openRedis(context, env.REDIS_URL, 'command');
    const jobs = createRoomJobs(openRedis(context, env.REDIS_URL, 'command'));
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
    const perMinute = (keyPrefix: string, points: number) =>
      createRateLimiter({ redis, keyPrefix, points, durationSeconds: 60 });
    const token = readSecretFile(env.SERVICE_TOKEN_FILE);
    const auth = createInternalClient({ baseUrl: env.AUTH_URL, token, timeoutMs: NICKNAME_TIMEOUT_MS });
    const social = createInternalClient({ baseUrl: env.SOCIAL_URL, token });
    const nicknames = createNicknames({
      fetchProfiles: async (ids) => (await auth.call(ROUTES.listProfiles, { body: { ids } })).profiles,
      now: Date.now,
    });
    addRoomRoutes(app, {
      store,
      door,
      nicknames,
      joins: perMinute('limit:room-join', env.ROOM_JOINS_PER_MINUTE),
      lines: perMinute('limit:room-chat', env.ROOM_LINES_PER_MINUTE),
      async deliver(line, requestId) {
        await social.call(ROUTES.deliverMessage, { body: line }, { requestId });
      },
      now: Date.now,
    });

    return serve(context, app, env);
  },
});
