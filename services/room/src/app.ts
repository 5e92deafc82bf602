import { ROUTES } from '@doushouqi/protocol/server';
import {
  createLiveRooms,
  createPairedGames,
  createRoomDoor,
  createRoomMetrics,
  createRoomStore,
  createWaitingRooms,
  type RoomJobs,
} from '@doushouqi/room-core';
import {
  checkRedis,
  confirmOf,
  createBlockMirror,
  createHttpApp,
  createInternalClient,
  createPauseMirror,
  type HttpApp,
  type HttpAppOptions,
  type Moderator,
  type RedisClient,
  type ServiceToken,
  type TokenVerifier,
} from '@doushouqi/service-kit';
import type { RoomContext } from './context.ts';
import { createNicknames } from './nicknames.ts';
import { createLimits, type LimitsPerMinute } from './policies/limits.ts';
import { createMoveHistories } from './presenters/move-histories.ts';
import { createRememberingDecoder } from './remembering-decoder.ts';
import { mountRoutes } from './routes/index.ts';
import { createSpectatorBatches } from './spectator-batches.ts';

/** A room is shown without a nickname rather than late. */
const NICKNAME_TIMEOUT_MS = 1_000;

export interface RoomOptions extends Pick<HttpAppOptions, 'logger' | 'metrics'> {
  redis: RedisClient;
  jobs: RoomJobs;
  /** What a line of chat may not say. */
  moderator: Moderator;
  verifier: TokenVerifier;
  serviceToken: ServiceToken;
  /** Base URL of the auth service. */
  authUrl: string;
  /** Base URL of the social service. */
  socialUrl: string;
  limits: LimitsPerMinute;
  /** Epoch ms. */
  now: () => number;
}

/** The other services, as far as this one asks them. */
function createPeers({ authUrl, socialUrl, serviceToken: token, now }: RoomOptions) {
  const auth = createInternalClient({ baseUrl: authUrl, token, timeoutMs: NICKNAME_TIMEOUT_MS });
  const social = createInternalClient({ baseUrl: socialUrl, token });
  return {
    nicknameOf: createNicknames({
      fetchProfiles: async (ids) => (await auth.call(ROUTES.listProfiles, { body: { ids } })).profiles,
      now,
    }),
    async deliver(text, requestId) {
      await social.call(ROUTES.deliverMessage, { body: text }, { requestId });
    },
  } satisfies Partial<RoomContext>;
}

/** The room service: the HTTP door to the live games. */
export function createRoomApp(options: RoomOptions): HttpApp {
  const { redis, jobs, logger, metrics, verifier, serviceToken, now } = options;
  const store = createRoomStore(redis, {
    decode: createRememberingDecoder(),
    confirm: confirmOf(redis),
  });
  const pauses = createPauseMirror(redis);
  const door = createRoomDoor({
    store,
    live: createLiveRooms(redis),
    jobs,
    now,
    isPaused: async (userId) => (await pauses.of(userId, now())) !== null,
    pairedGames: createPairedGames(redis, confirmOf(redis)),
    metrics: createRoomMetrics(metrics.registry),
    onJobFailed: (error) => logger.warn({ err: error }, 'job not queued; the sweeper will find the room'),
  });
  const readiness = { redis: () => checkRedis(redis) };
  const app = createHttpApp({ logger, metrics, verifier, serviceToken, readiness });
  mountRoutes(app, {
    ...createPeers(options),
    store,
    door,
    waiting: createWaitingRooms(redis),
    blocks: createBlockMirror(redis),
    histories: createMoveHistories(),
    admitSpectator: createSpectatorBatches((roomId, came) =>
      door.execute(roomId, { type: 'crowd', came, went: [] }),
    ),
    moderator: options.moderator,
    limits: createLimits(redis, options.limits),
    now,
  });
  return app;
}
