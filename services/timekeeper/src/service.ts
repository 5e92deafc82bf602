import { RECEIVERS } from '@doushouqi/protocol/server';
import { defineService, openRedis } from '@doushouqi/service-kit';
import type { Receivers } from './deliver-games.ts';
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
      receivers: Object.fromEntries(RECEIVERS.map((name) => [name, client(name)])) as Receivers,
    });
    onStop('timekeeper', () => timekeeper.close());
    return timekeeper;
  },
  readiness: ({ checkOnTime }) => ({ jobs: checkOnTime }),
});
