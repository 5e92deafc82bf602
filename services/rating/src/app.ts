import { ROUTES } from '@doushouqi/protocol/server';
import {
  checkRedis,
  createHttpApp,
  createInternalClient,
  createPauseMirror,
  type HttpApp,
  type HttpAppOptions,
  keepMirrored,
  pingMongo,
  type RedisClient,
  type ServiceToken,
  type TokenVerifier,
} from '@doushouqi/service-kit';
import { createNotifier } from '@doushouqi/service-kit/socket-cluster';
import type { Connection } from 'mongoose';
import type { RatingContext } from './context.ts';
import { fillLadder } from './fill-ladder.ts';
import { createLadder } from './ladder.ts';
import { mirrorPauses } from './mirror-pauses.ts';
import { openRatings } from './models/ratings.ts';
import { createLimits } from './policies/limits.ts';
import { mountRoutes } from './routes/index.ts';

export interface RatingOptions extends Pick<HttpAppOptions, 'logger' | 'metrics'> {
  connection: Connection;
  redis: RedisClient;
  /** What one address may read in a minute. */
  readsPerMinute: number;
  verifier: TokenVerifier;
  serviceToken: ServiceToken;
  /** Base URL of the auth service. */
  authUrl: string;
  /** Epoch ms. */
  now: () => number;
}

export interface RatingApp extends HttpApp {
  /** Mirrors nothing any more; to be called before the stores are closed. */
  stop(): void;
}

/** The longest game, with its times and lags. */
const BODY_LIMIT = '128kb';

/** The rating service: ratings, ladders, conduct. Makes the indexes, so the store must answer. */
export async function createRatingApp(options: RatingOptions): Promise<RatingApp> {
  const { connection, redis, readsPerMinute, serviceToken, authUrl, now, ...rest } = options;
  const auth = createInternalClient({ baseUrl: authUrl, token: serviceToken });
  const readiness = { store: () => pingMongo(connection), redis: () => checkRedis(redis) };
  const app = createHttpApp({ ...rest, serviceToken, bodyLimit: BODY_LIMIT, readiness });
  const ratings = await openRatings(connection);
  const ladder = createLadder(redis);
  const fill = () => fillLadder({ ...ratings, ladder });
  const context: RatingContext = {
    ...ratings,
    ladder,
    fillLadder: fill,
    pauses: createPauseMirror(redis),
    notifier: createNotifier(redis),
    logger: options.logger,
    limits: createLimits(redis, readsPerMinute),
    async fetchProfiles(ids, { presence = false, requestId }) {
      const body = { ids: [...ids], presence };
      const { profiles } = await auth.call(ROUTES.listProfiles, { body }, { requestId });
      return new Map(profiles.map(({ username: _, ...shown }) => [shown._id, shown]));
    },
    now,
  };
  mountRoutes(app, context);
  const mirror = async () => {
    await fill();
    await mirrorPauses(context);
  };
  const stop = keepMirrored({ redis, logger: options.logger, what: 'ladder and pauses', mirror });
  return { ...app, stop };
}
