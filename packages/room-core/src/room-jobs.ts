import {
  ARCHIVE_QUEUE,
  type ArchiveJob,
  CLOCK_QUEUE,
  type ClockJob,
  QUEUE_PREFIX,
} from '@doushouqi/protocol';
import { type ConnectionOptions, Queue } from 'bullmq';
import type { RoomJobs } from './room-door.ts';

/** Archiving is tried until the record service has the game; the sweeper begins anew should this ever end. */
const ARCHIVE_ATTEMPTS = 20;
const ARCHIVE_BACKOFF = { type: 'exponential', delay: 500, jitter: 0.5 } as const;

/** The producers' side of the queues. `close` waits for what is being added. */
export const createRoomJobs = (connection: ConnectionOptions): RoomJobs & { close(): Promise<void> } => {
  const defaults = { removeOnComplete: true, removeOnFail: true };
  const queueOf = <Job>(name: string): Queue<Job> => {
    const queue = new Queue<Job>(name, { connection, prefix: QUEUE_PREFIX, defaultJobOptions: defaults });
    // The connection's owner hears of outages, and `add` rejects; unheard, each would go to stderr as well.
    queue.on('error', () => undefined);
    return queue;
  };
  const clocks = queueOf<ClockJob>(CLOCK_QUEUE);
  const archive = queueOf<ArchiveJob>(ARCHIVE_QUEUE);
  const absenceId = (gameId: string, at: number): string => `absence-${gameId}-${at}`;
  return {
    async watchClock(roomId, gameId, at, sooner = false) {
      const jobId = `clock-${gameId}`;
      // A job that is being done just now stays: it looks anyway.
      if (sooner) await clocks.remove(jobId);
      const delay = Math.max(0, at - Date.now());
      await clocks.add('look', { roomId, gameId }, { jobId, delay });
    },
    async watchAbsence(roomId, gameId, at) {
      const delay = Math.max(0, at - Date.now());
      await clocks.add('look', { roomId, gameId }, { jobId: absenceId(gameId, at), delay });
    },
    async forgetAbsence(gameId, at) {
      await clocks.remove(absenceId(gameId, at));
    },
    async archive(roomId, gameId) {
      await archive.add(
        'archive',
        { roomId, gameId },
        { jobId: `archive-${gameId}`, attempts: ARCHIVE_ATTEMPTS, backoff: ARCHIVE_BACKOFF },
      );
    },
    async close() {
      await Promise.all([clocks.close(), archive.close()]);
    },
  };
};
