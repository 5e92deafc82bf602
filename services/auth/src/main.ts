import {
  closeRedis,
  connectMongo,
  connectRedis,
  createMetrics,
  createTokenVerifier,
  listen,
  readEnv,
  readSecretFile,
  runService,
  stopServer,
} from '@doushouqi/service-kit';
import { createAuthApp } from './app.ts';
import { AUTH_ENV } from './env.ts';

runService({
  name: 'auth',
  async start({ logger, onStop, signal }) {
    const env = readEnv(AUTH_ENV);
    const redis = connectRedis(env.REDIS_URL, { role: 'command', logger });
    onStop('redis', () => closeRedis(redis));
    const connection = await connectMongo(env.MONGODB_URL, { logger, signal });
    onStop('document store', () => connection.close());
    const app = await createAuthApp({
      logger,
      metrics: createMetrics('auth'),
      connection,
      redis,
      privateKey: readSecretFile(env.JWT_PRIVATE_KEY_FILE),
      verifier: createTokenVerifier({ publicKey: readSecretFile(env.JWT_PUBLIC_KEY_FILE), redis }),
      serviceToken: readSecretFile(env.SERVICE_TOKEN_FILE),
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
    const port = await listen(app.server, { port: env.PORT, host: env.HOST });
    onStop('server', () => {
      app.drain();
      return stopServer(app.server);
    });
    return { port };
  },
});
