import { FAIR_PLAY_QUEUE, type FairPlayJob, type FairPlayJobName, QUEUE_PREFIX } from '@doushouqi/protocol';
import { ROUTES } from '@doushouqi/protocol/server';
import { queueTelemetry } from '@doushouqi/room-core/queue';
import type { RedisClient } from '@doushouqi/service-kit';
import { DelayedError, type Job, Worker } from 'bullmq';
import type { ModerationContext } from '../context.ts';
import { type CheckParts, checkPerson, type JudgeWork, StillJudging } from './check-person.ts';
import type { Judge } from './judge.ts';
import type { CheckQueue } from './queue.ts';

/** The check of a night covers games of this time, so that a failed night is made up for. Milliseconds. */
const COVERED_MS = 3 * 86_400_000;
/** Until a check is repeated whose games another process judges. Milliseconds. */
const BUSY_MS = 20_000;
/** Jobs of a killed process are taken over within seconds. */
const WORKER_OPTIONS = {
  prefix: QUEUE_PREFIX,
  concurrency: 1,
  lockDuration: 10_000,
  stalledInterval: 5_000,
  maxStalledCount: 100,
} as const;

type NightParts = Pick<ModerationContext, 'ask' | 'now'> & { queue: Pick<CheckQueue, 'askLater'> };

/** Queues a check of everyone who has played rated games lately. */
async function checkNight({ ask, now, queue }: NightParts): Promise<void> {
  const since = now() - COVERED_MS;
  let after: string | null | undefined;
  while (after !== null) {
    const query = { since, ...(after !== undefined && { after }) };
    const { userIds, next } = await ask(ROUTES.listRatedUsers, { query });
    await queue.askLater(userIds);
    after = next;
  }
}

interface WorkerParts extends CheckParts {
  queue: CheckQueue;
  judge: Judge;
  /** `maxRetriesPerRequest: null`. */
  connection: RedisClient;
}

type AnyJob = Job<FairPlayJob[FairPlayJobName], void, FairPlayJobName>;

async function work(parts: WorkerParts, job: AnyJob, { judge, signal }: JudgeWork): Promise<void> {
  if (job.name === 'night') await checkNight(parts);
  else await checkPerson(parts, (job.data as FairPlayJob['person']).userId, { judge, signal });
}

/** Does the queued checks one after the other. Returns a function that stops; another process goes on with the running one. */
export function startChecking(parts: WorkerParts): () => Promise<void> {
  const { judge, logger, connection } = parts;
  const stopping = new AbortController();
  const { signal } = stopping;
  const worker = new Worker<FairPlayJob[FairPlayJobName], void, FairPlayJobName>(
    FAIR_PLAY_QUEUE,
    async (job, token) => {
      try {
        await work(parts, job, { judge, signal });
      } catch (error) {
        const again = signal.aborted ? 0 : error instanceof StillJudging ? BUSY_MS : null;
        if (again === null) throw error;
        await job.moveToDelayed(Date.now() + again, token);
        throw new DelayedError();
      }
    },
    { ...WORKER_OPTIONS, connection, ...(queueTelemetry && { telemetry: queueTelemetry }) },
  );
  worker.on('error', (error) => logger.warn({ reason: error.message }, 'queue worker error'));
  worker.on('failed', (job, error) => logger.warn({ jobId: job?.id, err: error }, 'a check failed'));
  worker.on('drained', () => judge.rest());
  return async () => {
    stopping.abort();
    await worker.close();
    judge.rest();
  };
}
