import type { Online } from '@doushouqi/presence';
import type { RouteReply, Routes } from '@doushouqi/protocol';
import type { BlockMirror, Kept, Logger, Metrics, RateLimiter } from '@doushouqi/service-kit';
import type { Notifier } from '@doushouqi/service-kit/socket-cluster';
import { Counter, Histogram } from 'prom-client';
import type { Peers } from './peers.ts';
import type { KeptChallenge, PairingStore } from './store/pairing-store.ts';

/** What the commands work with; each names the part that it needs. */
export interface PairingContext {
  store: PairingStore;
  peers: Peers;
  online: Pick<Online, 'connectedOf' | 'count'>;
  blocks: Pick<BlockMirror, 'of'>;
  notifier: Pick<Notifier, 'tell'>;
  /** Until when (epoch ms) a user may not look for opponents, as the rating service said; null where they may. */
  pauseOf: (userId: string) => Promise<number | null>;
  /** Answers that many ask for. */
  pools: Kept<RouteReply<Routes['listPools']>>;
  watchableGames: Kept<RouteReply<Routes['listWatchableGames']>>;
  openChallenges: Kept<KeptChallenge[]>;
  /** Somebody joined a pool, where so many wait now. */
  joined: (waiting: number) => void;
  limits: Record<'queue' | 'challenges' | 'nudges' | 'answers' | 'reads' | 'looks', RateLimiter>;
  metrics: PairingMetrics;
  logger: Logger;
  /** Epoch ms. */
  now: () => number;
}

/** What this replica has done of pairing. */
interface PairingMetrics {
  /** The room of a pair is there, or could not be made and both wait again. */
  pair(outcome: 'begun' | 'put_back'): void;
  /** Somebody was paired by a wave after so many seconds. */
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
