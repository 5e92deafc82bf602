import { TIME_CONTROLS, type TimeControl } from '@doushouqi/protocol';

/** A time control, rated or not: those who wait in one pool may play each other. */
export interface PoolChoice extends TimeControl {
  rated: boolean;
}

export const POOLS: readonly PoolChoice[] = TIME_CONTROLS.flatMap((timeControl) =>
  [true, false].map((rated) => ({ ...timeControl, rated })),
);

/** As `5+3:rated`. */
export function poolId({ initial, increment, rated }: PoolChoice): string {
  return `${initial}+${increment}:${rated ? 'rated' : 'casual'}`;
}

const BY_ID = new Map(POOLS.map((pool) => [poolId(pool), pool]));

/** The pool of an id that `poolId` made. */
export function poolOf(id: string): PoolChoice {
  const pool = BY_ID.get(id);
  if (pool === undefined) throw new Error(`no pool ${id}`);
  return pool;
}
