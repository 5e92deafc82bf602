import { createHook } from 'node:async_hooks';

/**
 * Preloaded into a server process (`node --import`): counts operations, and at SIGUSR2 prints the counts since the
 * start as one line of JSON. Unlike times, the counts do not depend on the machine's load.
 */
const counts = { parse: 0, stringify: 0, timers: 0, immediates: 0, ticks: 0, promises: 0 };
export type Work = typeof counts;

const { parse, stringify } = JSON;
Object.assign(JSON, {
  parse(...args: Parameters<typeof parse>): unknown {
    counts.parse += 1;
    return parse(...args);
  },
  stringify(...args: Parameters<typeof stringify>): string {
    counts.stringify += 1;
    return stringify(...args);
  },
});

const COUNTED: Readonly<Record<string, keyof Work>> = {
  Timeout: 'timers',
  Immediate: 'immediates',
  TickObject: 'ticks',
  PROMISE: 'promises',
};
createHook({
  init(_id, type) {
    const counted = COUNTED[type];
    if (counted) counts[counted] += 1;
  },
}).enable();

process.on('SIGUSR2', () => {
  process.stdout.write(`${stringify({ level: 'info', msg: 'work', ...counts })}\n`);
});
