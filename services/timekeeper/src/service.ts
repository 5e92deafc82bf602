import { defineService, openRedis } from '@doushouqi/service-kit';
import { createTimekeeper } from './timekeeper.ts';

const SWEEP_INTERVAL_MS = 5_000;
const TOLERATED_LATENESS_MS = 20_000;

/** The timekeeper: clocks, absences and finished games of rooms. It has no routes. */
export const service = defineService({
  name: 'timekeeper',
  open(parts) {
    const { env, client, onStop } = parts;
    const timekeeper = createTimekeeper({
      ...parts,
      workerRedis: openRedis(parts, env.REDIS_URL, 'queue'),
      record: client('record'),
      rating: client('rating'),
      pairing: client('pairing'),
      sweepIntervalMs: SWEEP_INTERVAL_MS,
      toleratedLatenessMs: TOLERATED_LATENESS_MS,
    });
    onStop('timekeeper', () => timekeeper.close());
    return timekeeper;
  },
  readiness: ({ checkOnTime }) => ({ jobs: checkOnTime }),
});
