import {
  createMetrics,
  createTokenVerifier,
  openRedis,
  openStore,
  readEnv,
  readSecretFile,
  runService,
  serve,
} from '@doushouqi/service-kit';
import { createLobbyApp } from './app.ts';
import { environment } from './env.ts';

runService({
  name: 'lobby',
  async start(context) {
    const env = readEnv(environment);
    const redis = openRedis(context, env.REDIS_URL, 'command');
    const app = await createLobbyApp({
      logger: context.logger,
      metrics: createMetrics('lobby'),
      connection: await openStore(context, env.MONGODB_URL),
      redis,
      verifier: createTokenVerifier({ publicKey: readSecretFile(env.JWT_PUBLIC_KEY_FILE), redis }),
      serviceToken: readSecretFile(env.SERVICE_TOKEN_FILE),
      authUrl: env.AUTH_URL,
    });
    return serve(context, app, env);
  },
});
