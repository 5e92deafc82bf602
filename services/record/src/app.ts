import { ROUTES } from '@doushouqi/protocol/server';
import {
  createHttpApp,
  createInternalClient,
  type HttpApp,
  type HttpAppOptions,
  pingMongo,
  type RedisClient,
  type ServiceToken,
  type TokenVerifier,
} from '@doushouqi/service-kit';
import type { Connection } from 'mongoose';
import type { RecordContext } from './context.ts';
import { fileOld } from './history/filing.ts';
import { openGameRecords } from './models/game-record.ts';
import { openHistory } from './models/history.ts';
import { createLimits, type Rates } from './policies/limits.ts';
import { mountRoutes } from './routes/index.ts';

export interface RecordOptions extends Pick<HttpAppOptions, 'logger' | 'metrics'> {
  connection: Connection;
  redis: RedisClient;
  rates: Rates;
  verifier: TokenVerifier;
  serviceToken: ServiceToken;
  /** Base URL of the auth service. */
  authUrl: string;
  /** Epoch ms. */
  now: () => number;
  /** Ends what goes on beside the requests. */
  signal: AbortSignal;
}

export interface RecordApp extends HttpApp {
  /** Resolves once every game that was kept before is in the histories; requests do not wait for it. */
  filed: Promise<void>;
}

/** A long game as a list of moves, with whatever comes with them; all else is small. As much as the gateway lets in. */
const BODY_LIMIT = '256kb';

/** The record service: kept games and everybody's history of them. Makes the indexes, so the store must answer. */
export async function createRecordApp(options: RecordOptions): Promise<RecordApp> {
  const { connection, redis, rates, serviceToken, authUrl, now, signal, ...rest } = options;
  const auth = createInternalClient({ baseUrl: authUrl, token: serviceToken });
  const readiness = { store: () => pingMongo(connection) };
  const app = createHttpApp({ ...rest, serviceToken, bodyLimit: BODY_LIMIT, readiness });
  const context: RecordContext = {
    records: await openGameRecords(connection),
    ...(await openHistory(connection)),
    limits: createLimits(redis, rates),
    async fetchProfiles(ids, requestId) {
      const { profiles } = await auth.call(ROUTES.listProfiles, { body: { ids } }, { requestId });
      return profiles;
    },
    now,
  };
  mountRoutes(app, context);
  return { ...app, filed: fileOld(context, options.logger, signal) };
}
