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
import { createRecordApp } from './app.ts';
import { RECORD_ENV } from './env.ts';

runService({
  name: 'record',
  async start({ logger, onStop, signal }) {
    const env = readEnv(RECORD_ENV);
    const redis = connectRedis(env.REDIS_URL, { role: 'command', logger });
    onStop('redis', () => closeRedis(redis));
    const connection = await connectMongo(env.MONGODB_URL, { logger, signal });
    onStop('document store', () => connection.close());
    const app = await createRecordApp({
      logger,
      metrics: createMetrics('record'),
      connection,
      verifier: createTokenVerifier({ publicKey: readSecretFile(env.JWT_PUBLIC_KEY_FILE), redis }),
      serviceToken: readSecretFile(env.SERVICE_TOKEN_FILE),
      authUrl: env.AUTH_URL,
    });
    const port = await listen(app.server, { port: env.PORT, host: env.HOST });
    onStop('server', () => {
      app.drain();
      return stopServer(app.server);
    });
    return { port };
  },
});
