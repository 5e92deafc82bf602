import { createOnline } from '@doushouqi/presence';
import {
  checkRedis,
  createBlockMirror,
  createHttpApp,
  createInternalClient,
  createKept,
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
import { watchDepartures } from './departures.ts';
import { createInvitations } from './invitations.ts';
import { mirrorBlocks } from './mirror-blocks.ts';
import { openPeople } from './models/people.ts';
import { openTalks } from './models/talks.ts';
import { createLimits } from './policies/limits.ts';
import { createFetchProfiles } from './profiles.ts';
import { mountRoutes } from './routes/index.ts';
import { createTellers } from './tellers.ts';

export interface SocialOptions extends Pick<HttpAppOptions, 'logger' | 'metrics'> {
  connection: Connection;
  redis: RedisClient;
  /** What a message may not say. */
  moderator: Moderator;
  verifier: TokenVerifier;
  serviceToken: ServiceToken;
  /** Base URL of the auth service. */
  authUrl: string;
  /** How long a heartbeat holds. Milliseconds. */
  onlineLease: number;
  /** Epoch ms. */
  now: () => number;
}

export interface SocialApp extends HttpApp {
  /** Looks for nobody any more; resolves when what is in hand is done. To be called before the stores are closed. */
  stop(): Promise<void>;
}

/** Everybody who looks at home asks how many are online. */
const COUNT_KEPT_MS = 5_000;

/** The social service: friends, private messages, invitations, heartbeats. Makes the indexes, so the store must answer. */
export async function createSocialApp(options: SocialOptions): Promise<SocialApp> {
  const { connection, redis, logger, serviceToken } = options;
  const [people, talks] = await Promise.all([openPeople(connection), openTalks(connection)]);
  const online = createOnline(redis, { leaseMs: options.onlineLease });
  const tellers = createTellers({ people, notifier: createNotifier(redis), logger });
  const blockMirror = createBlockMirror(redis);
  const app = createHttpApp({
    logger,
    metrics: options.metrics,
    verifier: options.verifier,
    serviceToken,
    readiness: { store: () => pingMongo(connection), redis: () => checkRedis(redis) },
  });
  mountRoutes(app, {
    ...people,
    ...talks,
    ...tellers,
    online,
    moderator: options.moderator,
    onlineCount: createKept({ ask: online.count, forMs: COUNT_KEPT_MS, now: options.now }),
    invitations: createInvitations(redis),
    blockMirror,
    fetchProfiles: createFetchProfiles(
      createInternalClient({ baseUrl: options.authUrl, token: serviceToken }),
    ),
    limits: createLimits(redis),
    now: options.now,
  });
  const departures = watchDepartures({ redis, online, tellFriends: tellers.tellFriends, logger });
  const stopMirroring = keepMirrored({
    redis,
    logger,
    what: 'blocks',
    mirror: () => mirrorBlocks({ ...people, ...tellers }, blockMirror),
  });
  return {
    ...app,
    stop() {
      stopMirroring();
      return departures.stop();
    },
  };
}
