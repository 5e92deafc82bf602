import { ARCHIVE_QUEUE } from '@doushouqi/protocol';
import type { LiveRooms } from '@doushouqi/room-core';
import type { Job, Queue } from 'bullmq';
import type { TimekeeperMetrics } from './metrics.ts';

/** A rescheduled job is due `delay` after its last run, a new one `delay` after it was added. */
function dueAt({ timestamp, processedOn, delay }: Pick<Job, 'timestamp' | 'processedOn' | 'delay'>): number {
  return (processedOn ?? timestamp) + delay;
}

/** Returns by how many ms the next delayed job is overdue; 0 if none is. */
async function delayedLateness(queue: Queue, now: number): Promise<number> {
  const [next] = await queue.getJobs(['delayed'], 0, 0, true);
  return next ? Math.max(0, now - dueAt(next)) : 0;
}

export interface LatenessOptions {
  queues: readonly Queue[];
  live: Pick<LiveRooms, 'due'>;
  now: () => number;
}

/** Age (ms) of the oldest overdue work by queue name, or `rooms`; 0 if none is late. */
type Lateness = ReadonlyMap<string, number>;

/** Key of the room sweeper. */
const ROOMS = 'rooms';

export function worstOf(lateness: Lateness): number {
  return Math.max(0, ...lateness.values());
}

/**
 * Measures the age of the oldest overdue work, which reveals a dead worker behind a green health check. Measure
 * periodically: the wait of a queued job counts from its first observation.
 */
export class LatenessMeter {
  readonly #options: LatenessOptions;
  /** By queue: the first job, and when it was first seen there. */
  readonly #heads = new Map<string, { id: string | undefined; since: number }>();

  constructor(options: LatenessOptions) {
    this.#options = options;
  }

  async measure(): Promise<Lateness> {
    const { queues, now } = this.#options;
    const queued = queues.map(async (queue): Promise<[string, number]> => {
      const ages = await Promise.all([delayedLateness(queue, now()), this.#waitingLateness(queue)]);
      return [queue.name, Math.max(...ages)];
    });
    const [rooms, ...byQueue] = await Promise.all([this.#liveLateness(), ...queued]);
    return new Map([...byQueue, [ROOMS, rooms]]);
  }

  async #waitingLateness(queue: Queue): Promise<number> {
    const now = this.#options.now();
    const [oldest] = await queue.getJobs(['waiting'], 0, 0, true);
    const seen = this.#heads.get(queue.name);
    if (oldest && seen?.id === oldest.id) return now - seen!.since;
    this.#heads.set(queue.name, { id: oldest?.id, since: now });
    return 0;
  }

  async #liveLateness(): Promise<number> {
    const { live, now } = this.#options;
    const [room] = await live.due(now(), 1);
    return room ? Math.max(0, now() - Number(room.score)) : 0;
  }
}

const STATES = ['waiting', 'active', 'delayed'] as const;
/** Sample size: if archiving is blocked, all games wait. */
const GAMES_LOOKED_AT = 100;

interface QueueWatchOptions {
  queues: readonly Queue[];
  lateness: LatenessMeter;
  metrics: Pick<TimekeeperMetrics, 'lateness' | 'queued' | 'oldestGame'>;
  /** Epoch ms. */
  now: () => number;
}

async function oldestJob(queue: Queue, now: number): Promise<number> {
  const jobs = await queue.getJobs([...STATES], 0, GAMES_LOOKED_AT - 1, true);
  return Math.max(0, ...jobs.map(({ timestamp }) => now - timestamp));
}

/** Records length and lateness of the queues in the metrics. Rejects while Redis is unavailable. */
export async function watchQueues({ queues, lateness, metrics, now }: QueueWatchOptions): Promise<void> {
  const count = async (queue: Queue): Promise<void> => {
    const counts = await queue.getJobCounts(...STATES);
    for (const state of STATES) metrics.queued.set({ queue: queue.name, state }, counts[state] ?? 0);
  };
  const findOldest = async (queue: Queue): Promise<void> =>
    metrics.oldestGame.set((await oldestJob(queue, now())) / 1_000);
  // Pipelined, so that Redis and this process handle one batch.
  const [measured] = await Promise.all([
    lateness.measure(),
    ...queues.map(count),
    ...queues.filter(({ name }) => name === ARCHIVE_QUEUE).map(findOldest),
  ]);
  for (const [queue, ms] of measured) metrics.lateness.set({ queue }, ms / 1_000);
}
