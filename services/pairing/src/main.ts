import {
  createTokenVerifier,
  openPublicKeys,
  openRedis,
  openServiceTokens,
  readEnv,
  runService,
  serve,
} from '@doushouqi/service-kit';
import { createPairingApp } from './app.ts';
import { environment } from './env.ts';

runService({
  name: 'pairing',
  async start(context) {
    const env = readEnv(environment);
    const redis = openRedis(context, env.REDIS_URL, 'command');
    const app = createPairingApp({
      logger: context.logger,
      metrics: context.metrics,
      redis,
      verifier: createTokenVerifier({
        publicKey: await openPublicKeys(env.JWT_PUBLIC_KEY_FILE, context),
        redis,
      }),
      serviceToken: await openServiceTokens(env.SERVICE_TOKEN_FILE, context),
      authUrl: env.AUTH_URL,
      socialUrl: env.SOCIAL_URL,
      roomUrl: env.ROOM_URL,
      ratingUrl: env.RATING_URL,
      now: Date.now,
    });
    context.onStop('background work', app.stop);
    return serve(context, app, env);
  },
});
