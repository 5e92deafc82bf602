import {
  ARCHIVE_QUEUE,
  type ArchiveJob,
  QUEUE_PREFIX,
  ROOM_QUEUE,
  type RoomJob,
  type RoomJobName,
} from '@doushouqi/protocol';
import { type ConnectionOptions, type JobsOptions, Queue, type Telemetry } from 'bullmq';

/** Carries a trace from the process that queues a job to the one that does it. Undefined, and nothing loaded, without tracing. */
export const queueTelemetry: Telemetry | undefined = process.env.OTEL_EXPORTER_OTLP_ENDPOINT
  ? new (await import('bullmq-otel')).BullMQOtel({ tracerName: 'doushouqi' })
  : undefined;

/** Wakes the timekeeper. For a game that is a hint only: a lost one is made good by the sweeper. Times in epoch ms. */
export interface RoomJobs {
  /** `sooner`: this look takes the place of a later one that is set already. */
  watchClock(roomId: string, gameId: string, at: number, sooner?: boolean): Promise<void>;
  /** Looks at `at` whether the player who is away came back. */
  watchAbsence(roomId: string, gameId: string, at: number): Promise<void>;
  /** Nobody need look at `at` any more: a return cancels the absence's job (design §5). */
  forgetAbsence(gameId: string, at: number): Promise<void>;
  /** Looks at `at` whether these new spectators have a connection to the room. */
  watchSpectators(roomId: string, userIds: readonly string[], at: number): Promise<void>;
  archive(roomId: string, gameId: string): Promise<void>;
}

/** Archiving is tried until the record service has the game; the sweeper begins anew should this ever end. */
const ARCHIVE_ATTEMPTS = 20;
const ARCHIVE_BACKOFF = { type: 'exponential', delay: 500, jitter: 0.5 } as const;
/** No sweeper looks for spectators, so their job is tried again where a look fails. */
const SPECTATORS_RETRY = { attempts: 10, backoff: { type: 'exponential', delay: 1_000 } } as const;

/** The producers' side of the queues. `close` waits for what is being added. */
export function createRoomJobs(connection: ConnectionOptions): RoomJobs & { close(): Promise<void> } {
  const defaults = { removeOnComplete: true, removeOnFail: true };
  const queueOf = <Job, Name extends string>(name: string): Queue<Job, void, Name> => {
    const queue = new Queue<Job, void, Name>(name, {
      connection,
      prefix: QUEUE_PREFIX,
      defaultJobOptions: defaults,
      ...(queueTelemetry && { telemetry: queueTelemetry }),
    });
    // The connection's owner hears of outages, and `add` rejects; unheard, each would go to stderr as well.
    queue.on('error', () => undefined);
    return queue;
  };
  const rooms = queueOf<RoomJob[RoomJobName], RoomJobName>(ROOM_QUEUE);
  const archive = queueOf<ArchiveJob, 'archive'>(ARCHIVE_QUEUE);
  const addAt = async <Name extends RoomJobName>(
    name: Name,
    data: RoomJob[Name],
    at: number,
    options: JobsOptions = {},
  ): Promise<void> => {
    await rooms.add(name, data, { ...options, delay: Math.max(0, at - Date.now()) });
  };
  const absenceId = (gameId: string, at: number): string => `absence-${gameId}-${at}`;
  return {
    async watchClock(roomId, gameId, at, sooner = false) {
      const jobId = `clock-${gameId}`;
      // A job that is being done just now stays: it looks anyway.
      if (sooner) await rooms.remove(jobId);
      await addAt('clock', { roomId, gameId }, at, { jobId });
    },
    watchAbsence: (roomId, gameId, at) =>
      addAt('absence', { roomId, gameId }, at, { jobId: absenceId(gameId, at) }),
    async forgetAbsence(gameId, at) {
      await rooms.remove(absenceId(gameId, at));
    },
    watchSpectators: (roomId, userIds, at) =>
      addAt('spectators', { roomId, userIds: [...userIds] }, at, SPECTATORS_RETRY),
    async archive(roomId, gameId) {
      await archive.add(
        'archive',
        { roomId, gameId },
        { jobId: `archive-${gameId}`, attempts: ARCHIVE_ATTEMPTS, backoff: ARCHIVE_BACKOFF },
      );
    },
    async close() {
      await Promise.all([rooms.close(), archive.close()]);
    },
  };
}
