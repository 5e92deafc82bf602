import {
  PUSH_QUEUE,
  type PushJob,
  type SocialJob,
  type SocialJobName,
  TURN_CALL_AFTER,
} from '@doushouqi/protocol';
import type { Logger } from '@doushouqi/service-kit';
import type { ConnectionOptions } from 'bullmq';
import { openQueue } from './queue.ts';

/** Queues push notifications (docs/people.md#calls), which the social service sends. */
export interface PushNotifications {
  /** Does not wait, and failures are only logged: the page shows the same. A notification of a turn waits for TURN_CALL_AFTER. */
  send(job: PushJob): void;
  /** Queues the notice that the lists of correspondence games of these users changed. As `send`. */
  gamesChanged(userIds: readonly string[]): void;
  close(): Promise<void>;
}

/** A notification that reaches not every device is tried again after 2, 4, 8 and 16 s. */
const RETRY = { attempts: 5, backoff: { type: 'exponential', delay: 2_000 } } as const;

/** Returns the Redis key that exists while the user's devices are called at a turn or to a tournament. Written by the social service. */
export function turnCallsKey(userId: string): string {
  return `{user:${userId}}:turnCalls`;
}

export function createPushNotifications(
  connection: ConnectionOptions,
  logger: Pick<Logger, 'warn'>,
): PushNotifications {
  const queue = openQueue<SocialJob[SocialJobName], SocialJobName>(PUSH_QUEUE, connection);
  return {
    send(job) {
      const turn =
        job.kind === 'turn' &&
        (job.isReminder
          ? { jobId: `reminder-${job.gameId}-${job.ply}` }
          : { delay: TURN_CALL_AFTER, jobId: `turn-${job.gameId}-${job.ply}` });
      const tournament = job.kind === 'tournament' && {
        jobId: `tournament-${job.roomId ?? job.tournamentId}-${job.userId}`,
      };
      queue
        .add('call', job, { ...RETRY, ...turn, ...tournament })
        .catch((error: unknown) =>
          logger.warn({ err: error, kind: job.kind }, 'could not queue a push notification'),
        );
    },
    gamesChanged(userIds) {
      queue
        .add('games', { userIds: [...userIds] })
        .catch((error: unknown) => logger.warn({ err: error }, 'could not notify players of their games'));
    },
    close: () => queue.close(),
  };
}
