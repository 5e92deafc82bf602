import { FAIR_PLAY_QUEUE, type FairPlayJob, type FairPlayJobName } from '@doushouqi/protocol';
import { openQueue } from '@doushouqi/room-core/queue';
import { type Logger, type RedisClient, repeat } from '@doushouqi/service-kit';

/** The queue of checks (docs/fair-play.md). Each job is done by one process; a killed process's job by another one. */
export interface CheckQueue {
  /** Queues a check of a person, or moves a waiting one before those of the night. */
  ask(userId: string): Promise<void>;
  /** Queues checks after those that operators ask for. */
  askLater(userIds: readonly string[]): Promise<void>;
  /** Queues the check of the night now. */
  startNight(): Promise<void>;
  stateOf(userId: string): Promise<'none' | 'waiting' | 'running'>;
  close(): Promise<void>;
}

/** Half past three in China, where few play. */
const NIGHT = { pattern: '0 30 3 * * *', tz: 'Asia/Shanghai' } as const;
/** Between two looks whether Redis still has the schedule. Milliseconds. */
const SCHEDULE_EVERY_MS = 600_000;
/** Higher numbers are done later; without one at once. */
const LATER = 10;
/** An engine that fails, or a service that is away. */
const RETRIES = { attempts: 5, backoff: { type: 'exponential', delay: 30_000 } } as const;

function jobId(userId: string): string {
  return `person-${userId}`;
}

export function openCheckQueue(redis: RedisClient, logger: Logger): CheckQueue {
  const queue = openQueue<FairPlayJob[FairPlayJobName], FairPlayJobName>(FAIR_PLAY_QUEUE, redis);
  const scheduling = repeat(
    () => SCHEDULE_EVERY_MS,
    async () => {
      if ((await queue.getJobScheduler('night')) === undefined)
        await queue.upsertJobScheduler('night', NIGHT, { name: 'night', data: {}, opts: RETRIES });
    },
    (error) => logger.warn({ err: error }, 'the check of the night is not scheduled; it is tried again'),
  );
  return {
    async ask(userId) {
      const id = jobId(userId);
      await queue.add('person', { userId }, { ...RETRIES, jobId: id });
      // One of the night; a running one stays as it is.
      const job = await queue.getJob(id);
      if (job?.priority) await job.changePriority({ priority: 0 }).catch(() => undefined);
    },
    async askLater(userIds) {
      await queue.addBulk(
        userIds.map((userId) => ({
          name: 'person' as const,
          data: { userId },
          opts: { ...RETRIES, jobId: jobId(userId), priority: LATER },
        })),
      );
    },
    async startNight() {
      await queue.add('night', {}, RETRIES);
    },
    async stateOf(userId) {
      const state = await queue.getJobState(jobId(userId));
      if (state === 'active') return 'running';
      return state === 'waiting' || state === 'prioritized' || state === 'delayed' ? 'waiting' : 'none';
    },
    async close() {
      await scheduling.stop();
      await queue.close();
    },
  };
}
