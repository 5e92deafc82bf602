import { TIME_CONTROLS, type TimeControl } from '@doushouqi/protocol';

/** A pool of users who wait for an opponent: a time control, rated or casual. */
export interface PoolChoice extends TimeControl {
  rated: boolean;
}

/** The pool of a press on 找对手 without an earlier choice. */
export const DEFAULT_POOL: PoolChoice = { initial: 5, increment: 3, rated: true };

/** `5+3`, minutes and seconds. */
export function controlText({ initial, increment }: TimeControl): string {
  return `${initial}+${increment}`;
}

/** `5+3:rated`, for URLs and the storage. */
export function poolId(pool: PoolChoice): string {
  return `${controlText(pool)}:${pool.rated ? 'rated' : 'casual'}`;
}

/** Returns the pool of an id, which is untrusted input; null if it is not one of ours. */
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

/** Returns the pool of the same kind with the most waiting users, or null if there is none. */
export function fullerPool<P extends PoolChoice & { waiting: number }>(
  mine: PoolChoice,
  pools: readonly P[],
): P | null {
  const others = pools.filter(
    (pool) => pool.rated === mine.rated && !isSamePool(pool, mine) && pool.waiting > 0,
  );
  return others.reduce<P | null>((most, pool) => (most && most.waiting >= pool.waiting ? most : pool), null);
}
