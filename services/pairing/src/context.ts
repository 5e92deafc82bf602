import type { Online } from '@doushouqi/presence';
import type { RouteReply, Routes } from '@doushouqi/protocol';
import type { BlockMirror, Kept, Logger, RateLimiter } from '@doushouqi/service-kit';
import type { Notifier } from '@doushouqi/service-kit/socket-cluster';
import type { PairingMetrics } from './metrics.ts';
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
