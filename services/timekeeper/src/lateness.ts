import type { LiveRooms } from '@doushouqi/room-core';
import type { Job, Queue } from 'bullmq';

/** A job that is moved back is due `delay` after it was last looked at, a new one `delay` after it was added. */
function dueAt({ timestamp, processedOn, delay }: Pick<Job, 'timestamp' | 'processedOn' | 'delay'>): number {
  return (processedOn ?? timestamp) + delay;
}

/** By how many ms the delayed job that should come next is overdue; 0 where none is. */
async function delayedLateness(queue: Queue, now: number): Promise<number> {
  const [next] = await queue.getJobs(['delayed'], 0, 0, true);
  return next ? Math.max(0, now - dueAt(next)) : 0;
}

export interface LatenessOptions {
  queues: readonly Queue[];
  live: Pick<LiveRooms, 'due'>;
  now: () => number;
}

/** By what should have been done (a queue's name, or `rooms`): the age in ms of its oldest; 0 where nothing is late. */
export type Lateness = ReadonlyMap<string, number>;

/** The room sweeper's part of the lateness. */
const ROOMS = 'rooms';

export function worstOf(lateness: Lateness): number {
  return Math.max(0, ...lateness.values());
}

/**
 * Age of the oldest thing that should have been done: after an outage a worker can sit dead with its health
 * check green (lessons A5), and this is what shows it. Call it again and again: how long a job has waited in the
 * queue is told from when it was first seen there.
 */
export function createLateness({ queues, live, now }: LatenessOptions): () => Promise<Lateness> {
  const heads = new Map<string, { id: string | undefined; since: number }>();

  const waitingLateness = async (queue: Queue): Promise<number> => {
    const [oldest] = await queue.getJobs(['waiting'], 0, 0, true);
    const seen = heads.get(queue.name);
    if (oldest && seen?.id === oldest.id) return now() - seen!.since;
    heads.set(queue.name, { id: oldest?.id, since: now() });
    return 0;
  };

  const liveLateness = async (): Promise<number> => {
    const [room] = await live.due(now(), 1);
    return room ? Math.max(0, now() - Number(room.score)) : 0;
  };

  return async () => {
    const queued = queues.map(async (queue): Promise<[string, number]> => {
      const ages = await Promise.all([delayedLateness(queue, now()), waitingLateness(queue)]);
      return [queue.name, Math.max(...ages)];
    });
    const [rooms, ...byQueue] = await Promise.all([liveLateness(), ...queued]);
    return new Map([...byQueue, [ROOMS, rooms]]);
  };
}
