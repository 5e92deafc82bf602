import type { RouteReply, Routes, Sanctions } from '@doushouqi/protocol';
import type { BotGames } from '@doushouqi/room-core/bot-games';
import type { Online } from '@doushouqi/room-core/presence';
import type { PushNotifications } from '@doushouqi/room-core/push-notifications';
import type { BlockMirror, Cached, Logger, Metrics, RateLimiter, Site } from '@doushouqi/service-kit';
import type { Notifier } from '@doushouqi/service-kit/socket-cluster';
import { Counter, Histogram } from 'prom-client';
import type { PeerServices } from './peers.ts';
import type { Rooms } from './rooms.ts';
import type { PairingStore, StoredChallenge } from './store/pairing-store.ts';

/** Dependencies of the commands; each command names those it needs. */
export interface PairingContext {
  botGames: BotGames;
  store: PairingStore;
  peers: PeerServices;
  rooms: Rooms;
  online: Pick<Online, 'connectedOf' | 'count'>;
  blocks: Pick<BlockMirror, 'of'>;
  notifier: Pick<Notifier, 'notify'>;
  pushNotifications: Pick<PushNotifications, 'send'>;
  /** Returns until when (epoch ms) a user may not look for opponents, by the rating service; null if the user may. */
  pauseOf: (userId: string) => Promise<number | null>;
  /** Returns the sanctions that a user has now. Those of callers are in their tokens. */
  sanctionsOf: (userId: string) => Promise<Sanctions>;
  /** What operators set for the site. */
  site: Site;
  /** Cached replies. */
  pools: Cached<RouteReply<Routes['listPools']>>;
  watchableGames: Cached<RouteReply<Routes['listWatchableGames']>>;
  openChallenges: Cached<StoredChallenge[]>;
  /** Called when a user joins a pool; `waiting`: users in the pool. */
  joined: (waiting: number) => void;
  limits: Record<'queue' | 'challenges' | 'nudges' | 'answers' | 'reads' | 'looks', RateLimiter>;
  metrics: PairingMetrics;
  logger: Logger;
  /** Epoch ms. */
  now: () => number;
}

/** Counters of this replica. */
interface PairingMetrics {
  /** The room of a pair was made, or could not be made and both users wait again. */
  pair(outcome: 'begun' | 'put_back'): void;
  /** A wave paired a user after this wait. */
  waited(pool: string, seconds: number): void;
}

export function createPairingMetrics({ registry }: Pick<Metrics, 'registry'>): PairingMetrics {
  const registers = [registry];
  const pairs = new Counter({
    name: 'pairing_pairs_total',
    help: 'Pairs by outcome: begun, or put_back if their room could not be created',
    labelNames: ['outcome'],
    registers,
  });
  const waits = new Histogram({
    name: 'pairing_wait_seconds',
    help: 'Waiting time of users paired by a wave, by pool',
    labelNames: ['pool'],
    buckets: [1, 2, 5, 10, 20, 40, 60, 120, 300],
    registers,
  });
  return {
    pair: (outcome) => pairs.inc({ outcome }),
    waited: (pool, seconds) => waits.observe({ pool }, seconds),
  };
}
