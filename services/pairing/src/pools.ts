import { TIME_CONTROLS } from '@doushouqi/protocol';
import { type PoolChoice, poolId } from '@doushouqi/room-core/paired-games';

export const POOLS: readonly PoolChoice[] = TIME_CONTROLS.flatMap((timeControl) =>
  [true, false].map((rated) => ({ ...timeControl, rated })),
);

const BY_ID = new Map(POOLS.map((pool) => [poolId(pool), pool]));

/** Parses an id made by `poolId`. */
export function poolOf(id: string): PoolChoice {
  const pool = BY_ID.get(id);
  if (pool === undefined) throw new Error(`no pool ${id}`);
  return pool;
}
