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
import { createRecordApp } from './app.ts';
import { RECORD_ENV } from './env.ts';

/** Nobody leafs through a history faster than five pages a second. */
const READS_PER_MINUTE = 300;

runService({
  name: 'record',
  async start(context) {
    const env = readEnv(RECORD_ENV);
    const redis = openRedis(context, env.REDIS_URL, 'command');
    const app = await createRecordApp({
      logger: context.logger,
      metrics: createMetrics('record'),
      redis,
      readsPerMinute: READS_PER_MINUTE,
      connection: await openStore(context, env.MONGODB_URL),
      verifier: createTokenVerifier({ publicKey: readSecretFile(env.JWT_PUBLIC_KEY_FILE), redis }),
      serviceToken: readSecretFile(env.SERVICE_TOKEN_FILE),
      authUrl: env.AUTH_URL,
    });
    return serve(context, app, env);
  },
});
