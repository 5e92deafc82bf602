import {
  createHttpApp,
  type HttpApp,
  type HttpAppOptions,
  pingMongo,
  type TokenVerifier,
} from '@doushouqi/service-kit';
import type { Redis } from 'ioredis';
import type { Connection } from 'mongoose';

export interface SocialOptions extends Pick<HttpAppOptions, 'logger' | 'metrics'> {
  connection: Connection;
  redis: Redis;
  verifier: TokenVerifier;
  serviceToken: string;
  /** Base URL of the auth service. */
  authUrl: string;
}

/** The social service: friends, private messages, invitations, heartbeats. Makes the indexes, so the store must answer. */
export async function createSocialApp(options: SocialOptions): Promise<HttpApp> {
  const { connection, logger, metrics, verifier, serviceToken } = options;
  return createHttpApp({
    logger,
    metrics,
    verifier,
    serviceToken,
    readiness: { store: () => pingMongo(connection) },
  });
}
