import { expectedWaitOf, fieldOf, parseAverage } from '@doushouqi/pairing';
import type { RouteReply, Routes } from '@doushouqi/protocol';
import { poolId } from '@doushouqi/room-core/paired-games';
import type { PairingContext } from '../context.ts';
import { POOLS } from '../pools.ts';

/** How many wait and play where. */
export async function showPools({
  store,
  online,
  now,
}: Pick<PairingContext, 'store' | 'online' | 'now'>): Promise<RouteReply<Routes['listPools']>> {
  const [counts, waits, onlineCount] = await Promise.all([store.counts(), store.waits(), online.count()]);
  const count = (field: string): number => Math.max(0, Number(counts[field] ?? 0));
  const pools = POOLS.map((pool) => {
    const id = poolId(pool);
    return {
      ...pool,
      waiting: count(`waiting ${id}`),
      playing: 2 * count(`games ${id}`),
      expectedWait: expectedWaitOf([parseAverage(waits[fieldOf(id)])], now()),
    };
  });
  const playing = pools.reduce((sum, pool) => sum + pool.playing, 0);
  return { pools, online: onlineCount, playing };
}
