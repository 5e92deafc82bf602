import { ONLINE_LEASE, POOLS_CACHED } from '@doushouqi/protocol';
import { createBotGames } from '@doushouqi/room-core/bot-games';
import { createOnline } from '@doushouqi/room-core/presence';
import { createPushNotifications } from '@doushouqi/room-core/push-notifications';
import { createRunningGames } from '@doushouqi/room-core/running-games';
import {
  createBlockMirror,
  createCached,
  createPauseMirror,
  createSite,
  defineService,
  openRedis,
  sanctionsOf,
} from '@doushouqi/service-kit';
import { createNotifier } from '@doushouqi/service-kit/socket-cluster';
import { Background } from './background.ts';
import { listWatchableGames } from './commands/games.ts';
import { showPools } from './commands/queue.ts';
import type { PairingContext } from './context.ts';
import { createPairingMetrics } from './context.ts';
import { createPeerServices } from './peers.ts';
import { createRooms } from './rooms.ts';
import { mountRoutes } from './routes.ts';
import { createPairingStore } from './store/pairing-store.ts';

/** Maximum age of the cached running games, which every home page requests. */
const GAMES_CACHE_MS = 2_000;

/** The pairing service: queue and challenges. */
export const service = defineService({
  name: 'pairing',
  // Calls per minute and user over all windows, unless stated otherwise.
  limits: () => ({
    // Joining and leaving the queue.
    queue: 40,
    // Each challenge is shown to another user.
    challenges: 20,
    // Challenges to one friend, by challenger and friend.
    nudges: 3,
    // Accepting, declining, withdrawing.
    answers: 30,
    // The queue state, which windows request at every reconnect; lists.
    reads: 240,
    // Challenge views by address: they need no account.
    looks: 600,
  }),
  open(parts) {
    const { env, redis, client, limits, logger, metrics, now, onStop } = parts;
    const store = createPairingStore(redis);
    const pauses = createPauseMirror(redis);
    const online = createOnline(redis, { leaseMs: ONLINE_LEASE });
    const peers = createPeerServices(client);
    const rooms = createRooms(createRunningGames(redis));
    const botGames = createBotGames(redis);
    const site = createSite({ redis, logger, now });
    const pushNotifications = createPushNotifications(openRedis(parts, env.REDIS_URL, 'jobs'), logger);
    onStop('calls', () => pushNotifications.close());
    const opened = {
      store,
      site,
      botGames,
      online,
      peers,
      rooms,
      blocks: createBlockMirror(redis),
      notifier: createNotifier(redis),
      pushNotifications,
      pauseOf: (userId) => pauses.of(userId, now()),
      sanctionsOf: (userId) => sanctionsOf(redis, userId, now()),
      pools: createCached({
        ask: () => showPools({ store, online, botGames, site, now }),
        ttlMs: POOLS_CACHED,
        now,
      }),
      watchableGames: createCached({
        ask: () => listWatchableGames({ store, peers, rooms, botGames, site, now, random: Math.random }),
        ttlMs: GAMES_CACHE_MS,
        now,
      }),
      openChallenges: createCached({ ask: store.challenges, ttlMs: POOLS_CACHED, now }),
      metrics: createPairingMetrics(metrics),
    } satisfies Partial<PairingContext>;
    const background = new Background({ ...opened, limits, logger, now }, redis);
    onStop('background work', () => background.stop());
    return { ...opened, joined: (waiting: number) => background.joined(waiting) };
  },
  routes: (app, context) => mountRoutes(app, context),
});
