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
import { createLobbyApp } from './app.ts';
import { environment } from './env.ts';
import { openOperatorFiles } from './operator-files.ts';

runService({
  name: 'lobby',
  async start(context) {
    const { logger } = context;
    const env = readEnv(environment);
    // First of all, so that a slip in a file is told at once and not when the stores are there.
    const files = await openOperatorFiles({
      configFile: env.LOBBY_CONFIG_FILE,
      keywordsFile: env.MODERATION_FILE,
      logger,
      metrics: context.metrics,
      now: Date.now,
    });
    const redis = openRedis(context, env.REDIS_URL, 'command');
    const app = await createLobbyApp({
      ...files,
      logger,
      metrics: context.metrics,
      connection: await openStore(context, env.MONGODB_URL),
      redis,
      verifier: createTokenVerifier({
        publicKey: await openPublicKeys(env.JWT_PUBLIC_KEY_FILE, context),
        redis,
      }),
      serviceToken: await openServiceTokens(env.SERVICE_TOKEN_FILE, context),
      authUrl: env.AUTH_URL,
      now: Date.now,
    });
    return serve(context, app, env);
  },
});
