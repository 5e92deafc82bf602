import { ONLINE_LEASE } from '@doushouqi/protocol';
import {
  createTokenVerifier,
  openModerator,
  openPublicKeys,
  openRedis,
  openServiceTokens,
  openStore,
  readEnv,
  runService,
  sendCommandsAtMostEvery,
  serve,
} from '@doushouqi/service-kit';
import { createSocialApp } from './app.ts';
import { environment } from './env.ts';

/** Most calls are heartbeats: under load many of them share a write to Redis, and none is in a hurry. */
const REDIS_INTERVAL_MS = 4;

runService({
  name: 'social',
  async start(context) {
    const env = readEnv(environment);
    // First of all, so that a slip in the file is told at once and not when the stores are there.
    const moderator = await openModerator({
      path: env.MODERATION_FILE,
      logger: context.logger,
      metrics: context.metrics,
      now: Date.now,
    });
    const redis = openRedis(context, env.REDIS_URL, 'command');
    if (env.GATHER_WRITES) sendCommandsAtMostEvery(redis, REDIS_INTERVAL_MS);
    const app = await createSocialApp({
      logger: context.logger,
      metrics: context.metrics,
      connection: await openStore(context, env.MONGODB_URL),
      redis,
      moderator,
      verifier: createTokenVerifier({
        publicKey: await openPublicKeys(env.JWT_PUBLIC_KEY_FILE, context),
        redis,
      }),
      serviceToken: await openServiceTokens(env.SERVICE_TOKEN_FILE, context),
      authUrl: env.AUTH_URL,
      onlineLease: ONLINE_LEASE,
      now: Date.now,
    });
    context.onStop('background work', app.stop);
    return serve(context, app, env);
  },
});
