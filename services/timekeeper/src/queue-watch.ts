import { ARCHIVE_QUEUE } from '@doushouqi/protocol';
import type { Queue } from 'bullmq';
import type { Lateness } from './lateness.ts';
import type { TimekeeperMetrics } from './metrics.ts';

const STATES = ['waiting', 'active', 'delayed'] as const;
/** Enough to tell an old one: where games are stuck, all are. */
const GAMES_LOOKED_AT = 100;

export interface QueueWatchOptions {
  queues: readonly Queue[];
  measureLateness: () => Promise<Lateness>;
  metrics: Pick<TimekeeperMetrics, 'lateness' | 'queued' | 'oldestGame'>;
  /** Epoch ms. */
  now: () => number;
}

async function oldestJob(queue: Queue, now: number): Promise<number> {
  const jobs = await queue.getJobs([...STATES], 0, GAMES_LOOKED_AT - 1, true);
  return Math.max(0, ...jobs.map(({ timestamp }) => now - timestamp));
}

/** Puts how full and how late the queues are into the metrics. Rejects while Redis is away. */
export async function watchQueues({
  queues,
  measureLateness,
  metrics,
  now,
}: QueueWatchOptions): Promise<void> {
  const count = async (queue: Queue): Promise<void> => {
    const counts = await queue.getJobCounts(...STATES);
    for (const state of STATES) metrics.queued.set({ queue: queue.name, state }, counts[state] ?? 0);
  };
  const findOldest = async (queue: Queue): Promise<void> =>
    metrics.oldestGame.set((await oldestJob(queue, now())) / 1_000);
  // Asked together, so that Redis and this process wake up once for all of it.
  const [lateness] = await Promise.all([
    measureLateness(),
    ...queues.map(count),
    ...queues.filter(({ name }) => name === ARCHIVE_QUEUE).map(findOldest),
  ]);
  for (const [queue, ms] of lateness) metrics.lateness.set({ queue }, ms / 1_000);
}
