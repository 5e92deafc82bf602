import { createOnline } from '@doushouqi/presence';
import { ONLINE_LEASE } from '@doushouqi/protocol';
import {
  checkRedis,
  createBlockMirror,
  createHttpApp,
  createKept,
  createPauseMirror,
  type HttpApp,
  type HttpAppOptions,
  type RedisClient,
  type ServiceToken,
  type TokenVerifier,
} from '@doushouqi/service-kit';
import { createNotifier } from '@doushouqi/service-kit/socket-cluster';
import { listWatchableGames } from './commands/list-watchable-games.ts';
import { showPools } from './commands/show-pools.ts';
import type { PairingContext } from './context.ts';
import { createPairingMetrics } from './metrics.ts';
import { createPeers, type PeerAddresses } from './peers.ts';
import { createLimits } from './policies/limits.ts';
import { mountRoutes } from './routes/index.ts';
import { createPairingStore } from './store/pairing-store.ts';
import { startBackground } from './work/background.ts';

export interface PairingOptions extends Pick<HttpAppOptions, 'logger' | 'metrics'>, PeerAddresses {
  redis: RedisClient;
  verifier: TokenVerifier;
  serviceToken: ServiceToken;
  /** Epoch ms. */
  now: () => number;
}

export interface PairingApp extends HttpApp {
  /** Pairs nobody any more; resolves when what is in hand is done. */
  stop(): Promise<void>;
}

/** What everybody at home asks for, and what takes a look at some rooms. Milliseconds. */
const KEPT_MS = 1_000;
const GAMES_KEPT_MS = 2_000;

function createContext(options: PairingOptions): Omit<PairingContext, 'joined'> {
  const { redis, logger, now, serviceToken } = options;
  const store = createPairingStore(redis);
  const pauses = createPauseMirror(redis);
  const online = createOnline(redis, { leaseMs: ONLINE_LEASE });
  const peers = createPeers(options, serviceToken);
  return {
    store,
    online,
    peers,
    blocks: createBlockMirror(redis),
    notifier: createNotifier(redis),
    pauseOf: (userId) => pauses.of(userId, now()),
    pools: createKept({ ask: () => showPools({ store, online, now }), forMs: KEPT_MS, now }),
    watchableGames: createKept({
      ask: () => listWatchableGames({ store, peers }),
      forMs: GAMES_KEPT_MS,
      now,
    }),
    openChallenges: createKept({ ask: store.challenges, forMs: KEPT_MS, now }),
    limits: createLimits(redis),
    metrics: createPairingMetrics(options.metrics),
    logger,
    now,
  };
}

/** The pairing service: the queue for an opponent, and challenges. */
export function createPairingApp(options: PairingOptions): PairingApp {
  const { redis, logger, metrics, verifier, serviceToken } = options;
  const readiness = { redis: () => checkRedis(redis) };
  const app = createHttpApp({ logger, metrics, verifier, serviceToken, readiness });
  const context = createContext(options);
  const { joined, stop } = startBackground(context, redis);
  mountRoutes(app, { ...context, joined });
  return { ...app, stop };
}
