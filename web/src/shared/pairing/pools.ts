import { TIME_CONTROLS, type TimeControl } from '@doushouqi/protocol';

/** Where one waits for an opponent: a time control, rated or casual. */
export interface PoolChoice extends TimeControl {
  rated: boolean;
}

/** What a press on 找对手 looks for when nothing was chosen before. */
export const DEFAULT_POOL: PoolChoice = { initial: 5, increment: 3, rated: true };

/** `5+3`, as people write it. */
export function controlText({ initial, increment }: TimeControl): string {
  return `${initial}+${increment}`;
}

/** `5+3:rated`, for addresses and the storage. */
export function poolId(pool: PoolChoice): string {
  return `${controlText(pool)}:${pool.rated ? 'rated' : 'casual'}`;
}

/** The pool of an id, which anybody may have written; null for none of ours. */
export function poolOf(id: string | null): PoolChoice | null {
  for (const control of TIME_CONTROLS)
    for (const rated of [true, false]) {
      const pool = { ...control, rated };
      if (poolId(pool) === id) return pool;
    }
  return null;
}

export function isSamePool(one: PoolChoice, other: PoolChoice): boolean {
  return poolId(one) === poolId(other);
}

/** Another pool of the same kind where people wait, the one with most of them; null where there is none. */
export function fullerPool<P extends PoolChoice & { waiting: number }>(
  mine: PoolChoice,
  pools: readonly P[],
): P | null {
  const others = pools.filter(
    (pool) => pool.rated === mine.rated && !isSamePool(pool, mine) && pool.waiting > 0,
  );
  return others.reduce<P | null>((most, pool) => (most && most.waiting >= pool.waiting ? most : pool), null);
}
