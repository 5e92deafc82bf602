import { createOnline } from '@doushouqi/presence';
import { ONLINE_LEASE } from '@doushouqi/protocol';
import { createBlockMirror, createKept, createPauseMirror, defineService } from '@doushouqi/service-kit';
import { createNotifier } from '@doushouqi/service-kit/socket-cluster';
import { Background } from './background.ts';
import { listWatchableGames } from './commands/games.ts';
import { showPools } from './commands/queue.ts';
import type { PairingContext } from './context.ts';
import { createPairingMetrics } from './context.ts';
import { createPeers } from './peers.ts';
import { mountRoutes } from './routes.ts';
import { createPairingStore } from './store/pairing-store.ts';

/** Maximum age of what every client on the home page requests, and of a list for which some rooms are read. */
const CACHE_MS = 1_000;
const GAMES_CACHE_MS = 2_000;

/** The pairing service: the queue for an opponent, and challenges. */
export const service = defineService({
  name: 'pairing',
  // Of one user, in all windows together, or as is said.
  limits: () => ({
    // Joining and leaving the queue.
    queue: 40,
    // Each challenge is shown to another user.
    challenges: 20,
    // Challenges to one friend, by challenger and friend.
    nudges: 3,
    // Accepting, declining, taking back.
    answers: 30,
    // The queue state, which windows request at every reconnect; lists.
    reads: 240,
    // Looks at challenges, of one address: they need no account.
    looks: 600,
  }),
  open({ redis, client, limits, logger, metrics, now, onStop }) {
    const store = createPairingStore(redis);
    const pauses = createPauseMirror(redis);
    const online = createOnline(redis, { leaseMs: ONLINE_LEASE });
    const peers = createPeers(client);
    const opened = {
      store,
      online,
      peers,
      blocks: createBlockMirror(redis),
      notifier: createNotifier(redis),
      pauseOf: (userId) => pauses.of(userId, now()),
      pools: createKept({ ask: () => showPools({ store, online, now }), forMs: CACHE_MS, now }),
      watchableGames: createKept({
        ask: () => listWatchableGames({ store, peers }),
        forMs: GAMES_CACHE_MS,
        now,
      }),
      openChallenges: createKept({ ask: store.challenges, forMs: CACHE_MS, now }),
      metrics: createPairingMetrics(metrics),
    } satisfies Partial<PairingContext>;
    const background = new Background({ ...opened, limits, logger, now }, redis);
    onStop('background work', () => background.stop());
    return { ...opened, joined: (waiting: number) => background.joined(waiting) };
  },
  routes: (app, context) => mountRoutes(app, context),
});
