import { type FoundUser, ROUTES } from '@doushouqi/protocol';
import {
  closeRedis,
  connectMongo,
  connectRedis,
  createHttpApp,
  createLogger,
  createMetrics,
  createTokenVerifier,
  listen,
  route,
  stopServer,
} from '@doushouqi/service-kit';
import {
  freePort,
  makeTestKeys,
  signTestToken,
  startTestRedis,
  startTestStore,
} from '@doushouqi/service-kit/testing';
import { createRecordApp } from '../src/app.ts';
import type { GameRecordModel } from '../src/models/game-record.ts';

export const SERVICE_TOKEN = 'test-service-token';
const logger = createLogger({ name: 'record', level: 'silent' });

export interface Profiles {
  url: string;
  /** Who exists. */
  users: Map<string, FoundUser>;
  /** How often it was asked. */
  calls(): number;
  start(): Promise<void>;
  stop(): Promise<void>;
}

/** The one route of the auth service that this service calls, by the same contract and kit. */
async function startProfiles(): Promise<Profiles> {
  const users = new Map<string, FoundUser>();
  const port = await freePort();
  let calls = 0;
  let stop = async () => {};
  const profiles: Profiles = {
    url: `http://127.0.0.1:${port}`,
    users,
    calls: () => calls,
    async start() {
      const app = createHttpApp({
        logger,
        metrics: createMetrics('auth'),
        readiness: {},
        serviceToken: SERVICE_TOKEN,
      });
      route(app, ROUTES.listProfiles, {
        handler: ({ body }) => {
          calls += 1;
          return { profiles: body.ids.flatMap((id) => users.get(id) ?? []) };
        },
      });
      await listen(app.server, { port, host: '127.0.0.1' });
      stop = () => stopServer(app.server, 0);
    },
    stop: () => stop(),
  };
  await profiles.start();
  return profiles;
}

export interface RecordService {
  url: string;
  profiles: Profiles;
  records: GameRecordModel;
  token(userId: string, issuedAt?: number): string;
  stop(): Promise<void>;
}

/** The record service over a real Redis and a document store of its own. */
export async function startRecord(): Promise<RecordService> {
  const [redis, store, profiles] = await Promise.all([startTestRedis(), startTestStore(), startProfiles()]);
  const keys = makeTestKeys();
  const commands = connectRedis(redis.url, { role: 'command' });
  const connection = await connectMongo(store.url);
  const app = await createRecordApp({
    logger,
    metrics: createMetrics('record'),
    connection,
    verifier: createTokenVerifier({ publicKey: keys.publicKey, redis: commands }),
    serviceToken: SERVICE_TOKEN,
    authUrl: profiles.url,
  });
  const port = await listen(app.server, { port: 0, host: '127.0.0.1' });
  return {
    url: `http://127.0.0.1:${port}`,
    profiles,
    records: connection.model('GameRecord') as GameRecordModel,
    token: (userId, issuedAt = Date.now()) => signTestToken(userId, keys.privateKey, { issuedAt }),
    async stop() {
      await stopServer(app.server, 0);
      await profiles.stop();
      await connection.close();
      await closeRedis(commands);
      await Promise.all([redis.stop(), store.stop()]);
    },
  };
}
