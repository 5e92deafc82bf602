import { type RedisClient, watchOf } from '@doushouqi/service-kit';

/**
 * After an outage of Redis the realtime nodes give the games back what it cost (docs/clocks.md). Until they have had
 * time for it nobody is judged here: jobs fell due while no move could be made. Milliseconds.
 */
const PATIENCE_MS = 2_500;
/** Nobody is given back more, so one part of a cluster that stays away longer does not hold up the others. Milliseconds. */
const LONGEST_MS = 60_000;

/** From when on (epoch ms) verdicts are given again; in the past where nothing happened. */
export function watchOutages(redis: RedisClient, now: () => number): () => number {
  const watch = watchOf(redis);
  let lostAt = 0;
  let verdictsFrom = 0;
  watch.on('away', () => {
    if (watch.away.size === 1) lostAt = now();
  });
  watch.on('back', () => {
    verdictsFrom = now() + PATIENCE_MS;
  });
  return () => {
    const waiting = watch.away.size > 0 && now() < lostAt + LONGEST_MS;
    return waiting ? now() + PATIENCE_MS : verdictsFrom;
  };
}
