import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

/**
 * Preloaded into a server process (`node --import`): at SIGUSR2 it collects garbage and prints its memory as one line
 * of JSON, which separates live memory from garbage.
 */
setFlagsFromString('--expose-gc');
// V8 discards code that was unused for a while: megabytes at any time, which would count as memory of rooms.
setFlagsFromString('--no-flush-bytecode');
const collect = runInNewContext('gc') as NonNullable<typeof globalThis.gc>;

process.on('SIGUSR2', () => {
  // The last resort also frees the reserve of the young generation, which would count as well.
  collect({ type: 'major', flavor: 'last-resort', execution: 'sync' });
  const { heapUsed, external, rss } = process.memoryUsage();
  process.stdout.write(`${JSON.stringify({ level: 'info', msg: 'memory', heapUsed, external, rss })}\n`);
});
