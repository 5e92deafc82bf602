/** Work spread over threads: each thread gets the next piece when it is done with one. */
import { Worker } from 'node:worker_threads';

/**
 * Sends what `taskOf` makes of 0 to `count` − 1, or these themselves, to the threads of a script, each when one is free,
 * and hears what they answer; `null` tells a thread that there is no more.
 */
export async function spread<T>(
  script: URL,
  workerData: unknown,
  { jobs, count, taskOf }: { jobs: number; count: number; taskOf?: (index: number) => unknown },
  hear: (answer: T) => void,
): Promise<void> {
  let next = 0;
  const thread = () =>
    new Promise<void>((resolve, reject) => {
      const worker = new Worker(script, { workerData });
      const give = () => {
        const index = next++;
        worker.postMessage(index < count ? (taskOf?.(index) ?? index) : null);
      };
      worker.on('message', (answer: T) => {
        hear(answer);
        give();
      });
      worker.on('error', reject);
      worker.on('exit', () => resolve());
      give();
    });
  await Promise.all(Array.from({ length: Math.min(jobs, count) }, thread));
}
