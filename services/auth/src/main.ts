import {
  createMetrics,
  createTokenVerifier,
  openModerator,
  openRedis,
  openStore,
  readEnv,
  readSecretFile,
  runService,
  serve,
} from '@doushouqi/service-kit';
import { createAuthApp } from './app.ts';
import { AUTH_ENV } from './env.ts';

runService({
  name: 'auth',
  async start(context) {
    const env = readEnv(AUTH_ENV);
    // First of all, so that a slip in the file is told at once and not when the stores are there.
    const moderator = await openModerator({
      path: env.MODERATION_FILE,
      logger: context.logger,
      now: Date.now,
    });
    const redis = openRedis(context, env.REDIS_URL, 'command');
    const app = await createAuthApp({
      logger: context.logger,
      metrics: createMetrics('auth'),
      connection: await openStore(context, env.MONGODB_URL),
      redis,
      moderator,
      privateKey: readSecretFile(env.JWT_PRIVATE_KEY_FILE),
      verifier: createTokenVerifier({ publicKey: readSecretFile(env.JWT_PUBLIC_KEY_FILE), redis }),
      serviceToken: readSecretFile(env.SERVICE_TOKEN_FILE),
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
    });
    context.onStop('mirroring', app.stop);
    return serve(context, app, env);
  },
});
