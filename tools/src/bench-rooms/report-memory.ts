import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

/**
 * Loaded before a server process (`node --import`): at SIGUSR2 it collects garbage and prints its memory as one
 * line of JSON, so that what a room needs can be told from what lies about.
 */
setFlagsFromString('--expose-gc');
// V8 throws code away that was not used for a while: megabytes at any time, which would be taken for the rooms'.
setFlagsFromString('--no-flush-bytecode');
const collect = runInNewContext('gc') as NonNullable<typeof globalThis.gc>;

process.on('SIGUSR2', () => {
  // The last resort also gives back what the young generation has room for, which would be taken for theirs as well.
  collect({ type: 'major', flavor: 'last-resort', execution: 'sync' });
  const { heapUsed, external, rss } = process.memoryUsage();
  process.stdout.write(`${JSON.stringify({ level: 'info', msg: 'memory', heapUsed, external, rss })}\n`);
});
