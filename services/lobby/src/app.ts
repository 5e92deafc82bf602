import { ROUTES } from '@doushouqi/protocol/server';
import {
  createHttpApp,
  createInternalClient,
  createKept,
  createRateLimiter,
  type HttpApp,
  type HttpAppOptions,
  pingMongo,
  type RedisClient,
  type ServiceToken,
  type TokenVerifier,
} from '@doushouqi/service-kit';
import { createNotifier } from '@doushouqi/service-kit/socket-cluster';
import type { Connection } from 'mongoose';
import { listLobby } from './commands/list-lobby.ts';
import type { LobbyContext } from './context.ts';
import { openLobbyMessages } from './models/lobby-message.ts';
import { openReports } from './models/report.ts';
import { mountRoutes } from './routes/index.ts';

/** A message said through another process is listed here after this long at most. Milliseconds. */
const MESSAGES_KEPT_FOR = 1_000;
/** Attempts of one user in a minute; the flood rule lets fewer messages through. */
const MESSAGES_PER_MINUTE = 30;
const REPORTS_PER_MINUTE = 10;
/** Of one address, which many users may share: each page reads the store. */
const OLDER_PAGES_PER_MINUTE = 120;

export interface LobbyOptions
  extends Pick<HttpAppOptions, 'logger' | 'metrics'>,
    Pick<LobbyContext, 'config' | 'moderator' | 'now'> {
  connection: Connection;
  redis: RedisClient;
  verifier: TokenVerifier;
  serviceToken: ServiceToken;
  /** Base URL of the auth service. */
  authUrl: string;
}

/** The lobby service: public chat, announcement, tournaments. Makes the indexes, so the store must answer. */
export async function createLobbyApp(options: LobbyOptions): Promise<HttpApp> {
  const { connection, redis, logger, metrics, verifier, serviceToken, authUrl, ...given } = options;
  const auth = createInternalClient({ baseUrl: authUrl, token: serviceToken });
  const [messages, reports] = await Promise.all([openLobbyMessages(connection), openReports(connection)]);
  const perMinute = (keyPrefix: string, points: number) =>
    createRateLimiter({ redis, keyPrefix, points, durationSeconds: 60 });
  const app = createHttpApp({
    logger,
    metrics,
    verifier,
    serviceToken,
    readiness: { store: () => pingMongo(connection) },
  });
  mountRoutes(app, {
    ...given,
    logger,
    messages,
    reports,
    recent: createKept({ ask: () => listLobby({ messages }), forMs: MESSAGES_KEPT_FOR, now: given.now }),
    notifier: createNotifier(redis),
    limits: {
      messages: perMinute('limit:lobby-message', MESSAGES_PER_MINUTE),
      reports: perMinute('limit:lobby-report', REPORTS_PER_MINUTE),
      olderPages: perMinute('limit:lobby-older', OLDER_PAGES_PER_MINUTE),
    },
    async fetchProfile(userId, requestId) {
      const { profiles } = await auth.call(ROUTES.listProfiles, { body: { ids: [userId] } }, { requestId });
      return profiles[0];
    },
  });
  return app;
}
