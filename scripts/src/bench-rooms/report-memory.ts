import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

/**
 * Loaded before a server process (`node --import`): at SIGUSR2 it collects garbage and prints its memory as one
 * line of JSON, so that what a room needs can be told from what lies about.
 */
setFlagsFromString('--expose-gc');
// V8 throws code away that was not used for a while: megabytes at any time, which would be taken for the rooms'.
setFlagsFromString('--no-flush-bytecode');
const collect = runInNewContext('gc') as () => void;

process.on('SIGUSR2', () => {
  // The second one takes what the finalizers of the first let go.
  collect();
  collect();
  const { heapUsed, external, rss } = process.memoryUsage();
  process.stdout.write(`${JSON.stringify({ level: 'info', msg: 'memory', heapUsed, external, rss })}\n`);
});
