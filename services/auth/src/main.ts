import {
  createTokenVerifier,
  openLiveFile,
  openModerator,
  openPublicKeys,
  openRedis,
  openServiceTokens,
  openStore,
  readEnv,
  runService,
  serve,
  watchKeys,
} from '@doushouqi/service-kit';
import { createAuthApp } from './app.ts';
import { environment } from './env.ts';
import { parseSigningKey } from './tokens.ts';

runService({
  name: 'auth',
  async start(context) {
    const env = readEnv(environment);
    const { logger } = context;
    // First of all, so that a slip in a file is told at once and not when the stores are there.
    const publicKeys = await openPublicKeys(env.JWT_PUBLIC_KEY_FILE, context);
    const signingKey = await openLiveFile({
      path: env.JWT_PRIVATE_KEY_FILE,
      parse: parseSigningKey,
      logger,
      metrics: context.metrics,
      now: Date.now,
    });
    watchKeys(context.metrics, 'sign', async () => [(await signingKey()).id]);
    const moderator = await openModerator({
      path: env.MODERATION_FILE,
      logger,
      metrics: context.metrics,
      now: Date.now,
    });
    const redis = openRedis(context, env.REDIS_URL, 'command');
    const app = await createAuthApp({
      logger,
      metrics: context.metrics,
      connection: await openStore(context, env.MONGODB_URL),
      redis,
      moderator,
      signing: { signingKey, publicKeys },
      verifier: createTokenVerifier({ publicKey: publicKeys, redis }),
      serviceToken: await openServiceTokens(env.SERVICE_TOKEN_FILE, context),
      socialUrl: env.SOCIAL_URL,
      tokenDays: env.TOKEN_DAYS,
      limits: {
        registrationsPerAddress: env.REGISTRATIONS_PER_ADDRESS,
        registrationWindowSeconds: env.REGISTRATION_WINDOW_SECONDS,
        loginFailuresPerAccount: env.LOGIN_FAILURES_PER_ACCOUNT,
        loginFailuresPerAddress: env.LOGIN_FAILURES_PER_ADDRESS,
        loginWindowSeconds: env.LOGIN_WINDOW_SECONDS,
      },
      hashConcurrency: env.HASH_CONCURRENCY,
      random: Math.random,
    });
    context.onStop('mirroring', app.stop);
    return serve(context, app, env);
  },
});
