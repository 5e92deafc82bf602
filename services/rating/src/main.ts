import {
  createTokenVerifier,
  openPublicKeys,
  openRedis,
  openServiceTokens,
  openStore,
  readEnv,
  runService,
  serve,
} from '@doushouqi/service-kit';
import { createRatingApp } from './app.ts';
import { environment } from './env.ts';

/** Pages of players and ladders that one address asks for. */
const READS_PER_MINUTE = 600;

runService({
  name: 'rating',
  async start(context) {
    const env = readEnv(environment);
    const redis = openRedis(context, env.REDIS_URL, 'command');
    const app = await createRatingApp({
      logger: context.logger,
      metrics: context.metrics,
      connection: await openStore(context, env.MONGODB_URL),
      redis,
      readsPerMinute: READS_PER_MINUTE,
      verifier: createTokenVerifier({
        publicKey: await openPublicKeys(env.JWT_PUBLIC_KEY_FILE, context),
        redis,
      }),
      serviceToken: await openServiceTokens(env.SERVICE_TOKEN_FILE, context),
      authUrl: env.AUTH_URL,
      now: Date.now,
    });
    context.onStop('background work', app.stop);
    return serve(context, app, env);
  },
});
