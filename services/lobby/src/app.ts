import {
  createHttpApp,
  type HttpApp,
  type HttpAppOptions,
  pingMongo,
  type TokenVerifier,
} from '@doushouqi/service-kit';
import type { Redis } from 'ioredis';
import type { Connection } from 'mongoose';

export interface LobbyOptions extends Pick<HttpAppOptions, 'logger' | 'metrics'> {
  connection: Connection;
  redis: Redis;
  verifier: TokenVerifier;
  serviceToken: string;
  /** Base URL of the auth service. */
  authUrl: string;
}

/** The lobby service: public chat, announcement, tournaments. Makes the indexes, so the store must answer. */
export async function createLobbyApp(options: LobbyOptions): Promise<HttpApp> {
  const { connection, logger, metrics, verifier, serviceToken } = options;
  return createHttpApp({
    logger,
    metrics,
    verifier,
    serviceToken,
    readiness: { store: () => pingMongo(connection) },
  });
}
