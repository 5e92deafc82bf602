import type { Redis } from 'ioredis';

/**
 * After an outage of Redis the realtime nodes give the games back what it cost (docs/clocks.md). Until they have had
 * time for it nobody is judged here: jobs fell due while no move could be made. Milliseconds.
 */
const PATIENCE_MS = 2_500;

/** From when on (epoch ms) verdicts are given again; in the past where nothing happened. */
export function watchOutages(redis: Redis, now: () => number): () => number {
  let lost = false;
  let verdictsFrom = 0;
  redis.on('close', () => {
    lost = true;
  });
  redis.on('ready', () => {
    if (lost) verdictsFrom = now() + PATIENCE_MS;
    lost = false;
  });
  return () => (lost ? now() + PATIENCE_MS : verdictsFrom);
}
