import {
  createHttpApp,
  type HttpApp,
  type HttpAppOptions,
  pingMongo,
  type TokenVerifier,
} from '@doushouqi/service-kit';
import type { Connection } from 'mongoose';
import { openUsers } from './models/user.ts';
import { createPasswordCheck } from './passwords.ts';
import { type AttemptLimits, createAttemptPolicy } from './policies/attempts.ts';
import { mountRoutes } from './routes/index.ts';
import { createTokenIssuer } from './tokens.ts';
import { createWorkSlots } from './work-slots.ts';

export interface AuthOptions extends Pick<HttpAppOptions, 'logger' | 'metrics'> {
  connection: Connection;
  redis: Parameters<typeof createAttemptPolicy>[0];
  /** PEM, P-256. */
  privateKey: string;
  verifier: TokenVerifier;
  serviceToken: string;
  tokenDays: number;
  limits: AttemptLimits;
  hashConcurrency: number;
}

/** Waiting logins beyond this are answered 503: the last would wait for about two seconds already. */
const MAX_WAITING = 100;

/** The auth service: accounts, tokens, profiles. Makes the indexes, so the store must answer. */
export async function createAuthApp(options: AuthOptions): Promise<HttpApp> {
  const { connection, redis, logger, metrics, verifier, serviceToken } = options;
  const app = createHttpApp({
    logger,
    metrics,
    verifier,
    serviceToken,
    // Without Redis the limits count in memory, so its absence is no reason to turn logins away.
    readiness: { store: () => pingMongo(connection) },
  });
  mountRoutes(app, {
    users: await openUsers(connection),
    attempts: createAttemptPolicy(redis, options.limits),
    hashing: createWorkSlots({ concurrency: options.hashConcurrency, maxWaiting: MAX_WAITING }),
    verifyPassword: await createPasswordCheck(),
    issueToken: createTokenIssuer({ privateKey: options.privateKey, days: options.tokenDays }),
  });
  return app;
}
