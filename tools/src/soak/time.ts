import { setTimeout as delay } from 'node:timers/promises';
import { ARCHIVE_QUEUE, QUEUE_PREFIX, ROOM_QUEUE } from '@doushouqi/protocol';
import { Queue } from 'bullmq';
import type { Redis } from 'ioredis';

const LIVE_ROOMS = 'rooms:live';
const HOUR_MS = 3_600_000;
const QUIET_DEADLINE_MS = 180_000;
const LOOK_EVERY_MS = 500;

/** Makes every pending check of the sweeper due. */
async function sweepNow(redis: Redis): Promise<number> {
  const entries = await redis.zrangebyscore(LIVE_ROOMS, '-inf', '+inf', 'WITHSCORES');
  const now = Date.now();
  const pipeline = redis.pipeline();
  for (let i = 0; i + 1 < entries.length; i += 2)
    if (Number(entries[i + 1]) > now) pipeline.zincrby(LIVE_ROOMS, -HOUR_MS, entries[i]!);
  await pipeline.exec();
  return entries.length / 2;
}

/** Makes scheduled jobs and sweeps due until none remains. Rejects if some remain after three minutes. */
export async function untilQuiet(redis: Redis): Promise<void> {
  const queues = [ROOM_QUEUE, ARCHIVE_QUEUE].map(
    (name) => new Queue(name, { connection: redis, prefix: QUEUE_PREFIX }),
  );
  try {
    for (const deadline = Date.now() + QUIET_DEADLINE_MS; ; ) {
      await Promise.all(queues.map((queue) => queue.promoteJobs()));
      const live = await sweepNow(redis);
      const counts = await Promise.all(
        queues.map((queue) => queue.getJobCountByTypes('waiting', 'active', 'delayed')),
      );
      const jobs = counts.reduce((sum, count) => sum + count, 0);
      if (live + jobs === 0) {
        // Each queue logs its last 10 000 job events; the log belongs to no room.
        await Promise.all(queues.map((queue) => queue.trimEvents(0)));
        return;
      }
      if (Date.now() > deadline) throw new Error(`${live} rooms and ${jobs} jobs are still to be looked at`);
      await delay(LOOK_EVERY_MS);
    }
  } finally {
    await Promise.all(queues.map((queue) => queue.close()));
  }
}
