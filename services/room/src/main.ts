import { ROOM_VERBS_PER_MINUTE } from '@doushouqi/protocol';
import { createRoomJobs } from '@doushouqi/room-core';
import {
  createTokenVerifier,
  openModerator,
  openPublicKeys,
  openRedis,
  openServiceTokens,
  readEnv,
  runService,
  serve,
} from '@doushouqi/service-kit';
import { createRoomApp } from './app.ts';
import { environment } from './env.ts';

/** A class of two hundred visitors behind one address polls this often. */
const LOOKS_PER_MINUTE = 1_200;
/** The product itself never asks for all boards. */
const BOARDS_PER_MINUTE = 60;

runService({
  name: 'room',
  async start(context) {
    const env = readEnv(environment);
    // First of all, so that a slip in the file is told at once and not when Redis is there.
    const moderator = await openModerator({
      path: env.MODERATION_FILE,
      logger: context.logger,
      metrics: context.metrics,
      now: Date.now,
    });
    const redis = openRedis(context, env.REDIS_URL, 'command');
    const jobs = createRoomJobs(openRedis(context, env.REDIS_URL, 'command'));
    context.onStop('queues', () => jobs.close());
    const app = createRoomApp({
      logger: context.logger,
      metrics: context.metrics,
      redis,
      jobs,
      moderator,
      verifier: createTokenVerifier({
        publicKey: await openPublicKeys(env.JWT_PUBLIC_KEY_FILE, context),
        redis,
      }),
      serviceToken: await openServiceTokens(env.SERVICE_TOKEN_FILE, context),
      authUrl: env.AUTH_URL,
      socialUrl: env.SOCIAL_URL,
      limits: {
        joins: env.ROOM_JOINS_PER_MINUTE,
        messages: env.ROOM_LINES_PER_MINUTE,
        verbs: ROOM_VERBS_PER_MINUTE,
        looks: LOOKS_PER_MINUTE,
        boards: BOARDS_PER_MINUTE,
      },
      now: Date.now,
    });
    return serve(context, app, env);
  },
});
