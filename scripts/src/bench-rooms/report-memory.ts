import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

/**
 * Loaded before a server process (`node --import`): at SIGUSR2 it collects garbage and prints its memory as one
 * line of JSON, so that what a room needs can be told from what lies about.
 */
setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc') as () => void;

/**
 * The second takes what the finalizers of the first let go. The others age code that is not used any more until it is
 * thrown away: some megabytes, which would else go at any time and be taken for the rooms'.
 */
const COLLECTIONS = 10;

process.on('SIGUSR2', () => {
  for (let i = 0; i < COLLECTIONS; i++) collect();
  const { heapUsed, external, rss } = process.memoryUsage();
  process.stdout.write(`${JSON.stringify({ level: 'info', msg: 'memory', heapUsed, external, rss })}\n`);
});
