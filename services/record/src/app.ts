import { ROUTES } from '@doushouqi/protocol/server';
import {
  createHttpApp,
  createInternalClient,
  createRateLimiter,
  type HttpApp,
  type HttpAppOptions,
  pingMongo,
  type TokenVerifier,
} from '@doushouqi/service-kit';
import type { Redis } from 'ioredis';
import type { Connection } from 'mongoose';
import { openGameRecords } from './models/game-record.ts';
import { mountRoutes } from './routes/index.ts';

export interface RecordOptions extends Pick<HttpAppOptions, 'logger' | 'metrics'> {
  connection: Connection;
  redis: Redis;
  /** Pages of history that one user may read in a minute. */
  readsPerMinute: number;
  verifier: TokenVerifier;
  serviceToken: string;
  /** Base URL of the auth service. */
  authUrl: string;
}

/** The record service: the archive of finished games. Makes the indexes, so the store must answer. */
export async function createRecordApp(options: RecordOptions): Promise<HttpApp> {
  const { connection, redis, readsPerMinute, serviceToken, ...rest } = options;
  const auth = createInternalClient({ baseUrl: options.authUrl, token: serviceToken });
  const app = createHttpApp({ ...rest, serviceToken, readiness: { store: () => pingMongo(connection) } });
  mountRoutes(app, {
    records: await openGameRecords(connection),
    limits: {
      reads: createRateLimiter({
        redis,
        keyPrefix: 'limit:record-reads',
        points: readsPerMinute,
        durationSeconds: 60,
      }),
    },
    async fetchProfiles(ids, requestId) {
      const { profiles } = await auth.call(ROUTES.listProfiles, { body: { ids } }, { requestId });
      return profiles;
    },
  });
  return app;
}
