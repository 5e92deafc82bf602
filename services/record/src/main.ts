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
import { createRecordApp } from './app.ts';
import { environment } from './env.ts';

/** Of one address. */
const SHARED_PER_MINUTE = 120;

runService({
  name: 'record',
  async start(context) {
    const env = readEnv(environment);
    const redis = openRedis(context, env.REDIS_URL, 'command');
    const app = await createRecordApp({
      logger: context.logger,
      metrics: context.metrics,
      signal: context.signal,
      redis,
      rates: {
        reads: env.RECORD_READS_PER_MINUTE,
        saves: env.RECORD_SAVES_PER_MINUTE,
        changes: env.RECORD_CHANGES_PER_MINUTE,
        shared: SHARED_PER_MINUTE,
      },
      connection: await openStore(context, env.MONGODB_URL),
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
