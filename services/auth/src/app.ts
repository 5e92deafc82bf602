import { createOnline, type UserPresence } from '@doushouqi/presence';
import { ONLINE_LEASE } from '@doushouqi/protocol';
import { ROUTES } from '@doushouqi/protocol/server';
import {
  createHttpApp,
  createInternalClient,
  createRateLimiter,
  type HttpApp,
  type HttpAppOptions,
  keepMirrored,
  type Moderator,
  pingMongo,
  type RedisClient,
  type ServiceToken,
  type TokenVerifier,
} from '@doushouqi/service-kit';
import { createNotifier } from '@doushouqi/service-kit/socket-cluster';
import type { Connection } from 'mongoose';
import type { AuthContext } from './context.ts';
import { addHashingGauges } from './metrics.ts';
import { mirrorPasswordChanges } from './mirror-password-changes.ts';
import { openUsers } from './models/user.ts';
import { createPasswordCheck } from './passwords.ts';
import { type AttemptLimits, createAttemptPolicy } from './policies/attempts.ts';
import { createSessions } from './policies/sessions.ts';
import { mountRoutes } from './routes/index.ts';
import { createTokenIssuer, type TokenIssuerOptions } from './tokens.ts';
import { createWorkSlots } from './work-slots.ts';

export interface AuthOptions extends Pick<HttpAppOptions, 'logger' | 'metrics'> {
  connection: Connection;
  redis: RedisClient;
  /** What a nickname may not say. */
  moderator: Moderator;
  signing: Pick<TokenIssuerOptions, 'signingKey' | 'publicKeys'>;
  verifier: TokenVerifier;
  serviceToken: ServiceToken;
  /** Base URL of the social service. */
  socialUrl: string;
  tokenDays: number;
  limits: AttemptLimits;
  hashConcurrency: number;
  /** From 0 up to 1: avatars of new accounts. */
  random: () => number;
}

export interface AuthApp extends HttpApp {
  /** Tells Redis nothing any more; to be called before the stores are closed. */
  stop(): void;
}

const DAY_MS = 86_400_000;
/** Waiting logins beyond this are answered 503: the last would wait for about two seconds already. */
const MAX_WAITING = 100;
/** Of one user. A field that searches while one types asks about three times a second for a few seconds. */
const SEARCHES_PER_MINUTE = 60;
const CHANGES_PER_MINUTE = 30;
/** A profile is shown without its friends rather than late. */
const SOCIAL_TIMEOUT_MS = 1_000;

/** Who is online and who is a friend, as others know it. */
function createSurroundings({ redis, serviceToken, socialUrl }: AuthOptions) {
  const social = createInternalClient({
    baseUrl: socialUrl,
    token: serviceToken,
    timeoutMs: SOCIAL_TIMEOUT_MS,
  });
  const online = createOnline(redis, { leaseMs: ONLINE_LEASE });
  return {
    notifier: createNotifier(redis),
    // Nobody waits for a Redis that is known to be away.
    async whoIsOnline(userIds) {
      const known = redis.status === 'ready' ? await online.of(userIds) : new Map<string, UserPresence>();
      return new Set(userIds.filter((userId) => known.get(userId)?.online));
    },
    async listFriendIds(userId, requestId) {
      return (await social.call(ROUTES.listFriendIds, { params: { userId } }, { requestId })).friends;
    },
  } satisfies Partial<AuthContext>;
}

/** The auth service: accounts, tokens, profiles, settings. Makes the indexes, so the store must answer. */
export async function createAuthApp(options: AuthOptions): Promise<AuthApp> {
  const { connection, redis, logger, metrics, verifier, serviceToken } = options;
  const app = createHttpApp({
    logger,
    metrics,
    verifier,
    serviceToken,
    // Without Redis the limits count in memory, so its absence is no reason to turn logins away.
    readiness: { store: () => pingMongo(connection) },
  });
  const perMinute = (keyPrefix: string, points: number) =>
    createRateLimiter({ redis, keyPrefix, points, durationSeconds: 60 });
  const hashing = createWorkSlots({ concurrency: options.hashConcurrency, maxWaiting: MAX_WAITING });
  addHashingGauges(metrics, hashing);
  const [{ users, nicknames }, sessions] = [await openUsers(connection), createSessions(redis)];
  mountRoutes(app, {
    ...createSurroundings(options),
    users,
    nicknames,
    random: options.random,
    moderator: options.moderator,
    attempts: createAttemptPolicy(redis, options.limits, Date.now),
    searches: perMinute('limit:user-search', SEARCHES_PER_MINUTE),
    changes: perMinute('limit:user-settings', CHANGES_PER_MINUTE),
    hashing,
    verifyPassword: await createPasswordCheck(),
    issueToken: await createTokenIssuer({ ...options.signing, days: options.tokenDays, logger }),
    sessions,
    logger,
    now: Date.now,
  });
  const tokenLife = options.tokenDays * DAY_MS;
  const stop = keepMirrored({
    redis,
    logger,
    what: 'password changes',
    mirror: () => mirrorPasswordChanges({ users, sessions, tokenLife, now: Date.now }),
  });
  return { ...app, stop };
}
