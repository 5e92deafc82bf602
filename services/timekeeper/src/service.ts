import { defineService, openRedis } from '@doushouqi/service-kit';
import { createTimekeeper } from './timekeeper.ts';

/** The timekeeper: clocks, absences and finished games of rooms. It has no routes. */
export const service = defineService({
  name: 'timekeeper',
  constants: { sweepIntervalMs: 5_000, toleratedLatenessMs: 20_000 },
  open(parts) {
    const { env, client, onStop } = parts;
    const timekeeper = createTimekeeper({
      ...parts,
      workerRedis: openRedis(parts, env.REDIS_URL, 'queue'),
      record: client('record'),
      rating: client('rating'),
      pairing: client('pairing'),
    });
    onStop('timekeeper', () => timekeeper.close());
    return timekeeper;
  },
  readiness: ({ checkOnTime }) => ({ jobs: checkOnTime }),
});
