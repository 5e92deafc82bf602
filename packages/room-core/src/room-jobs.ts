import { ARCHIVE_QUEUE, type GameJob, ROOM_QUEUE, type RoomJob, type RoomJobName } from '@doushouqi/protocol';
import type { Receiver } from '@doushouqi/protocol/server';
import type { ConnectionOptions, JobsOptions } from 'bullmq';
import { openQueue, RETRY_UNTIL_DONE } from './queue.ts';

/** Queues jobs for the timekeeper. The sweeper replaces lost jobs of a game. Times in epoch ms. */
export interface RoomJobs {
  /** `sooner`: replaces the queued check, which is later. */
  watchClock(roomId: string, gameId: string, at: number, sooner?: boolean): Promise<void>;
  /** Reminds the player to move at `at`, and again at later turns of the game. */
  watchReminder(roomId: string, gameId: string, at: number): Promise<void>;
  /** Cancels the checks of a correspondence game that ended: they would wait for days. */
  forgetGame(gameId: string): Promise<void>;
  /** Checks at `at` whether the offline player has reconnected. */
  watchAbsence(roomId: string, gameId: string, at: number): Promise<void>;
  /** Cancels the check at `at` when the player reconnects. */
  forgetAbsence(gameId: string, at: number): Promise<void>;
  /** Checks at `at` whether these new spectators have a connection to the room. */
  watchSpectators(roomId: string, userIds: readonly string[], at: number): Promise<void>;
  /** Delivers a finished game to these services, each by its own job. `sooner`: a queued retry runs now. */
  deliver(roomId: string, gameId: string, receivers: readonly Receiver[], sooner?: boolean): Promise<void>;
}

/** Jobs that wait for a worker, and finished games that a service has not confirmed. */
export interface WaitingJobs {
  rooms: number;
  games: number;
}

/** Creates the producer side of the queues. `close` waits for pending additions. */
export function createRoomJobs(
  connection: ConnectionOptions,
): RoomJobs & { countWaiting(): Promise<WaitingJobs>; close(): Promise<void> } {
  const rooms = openQueue<RoomJob[RoomJobName], RoomJobName>(ROOM_QUEUE, connection);
  const archive = openQueue<GameJob, Receiver>(ARCHIVE_QUEUE, connection);
  const addAt = async <Name extends RoomJobName>(
    name: Name,
    data: RoomJob[Name],
    at: number,
    options: JobsOptions = {},
  ): Promise<void> => {
    await rooms.add(name, data, { ...RETRY_UNTIL_DONE, ...options, delay: Math.max(0, at - Date.now()) });
  };
  const clockId = (gameId: string): string => `clock-${gameId}`;
  const reminderId = (gameId: string): string => `reminder-${gameId}`;
  const absenceId = (gameId: string, at: number): string => `absence-${gameId}-${at}`;
  return {
    async watchClock(roomId, gameId, at, sooner = false) {
      const jobId = clockId(gameId);
      // A running job is not removed: it does the check anyway.
      if (sooner) await rooms.remove(jobId);
      await addAt('clock', { roomId, gameId }, at, { jobId });
    },
    watchReminder: (roomId, gameId, at) =>
      addAt('reminder', { roomId, gameId }, at, { jobId: reminderId(gameId) }),
    async forgetGame(gameId) {
      await Promise.all([rooms.remove(clockId(gameId)), rooms.remove(reminderId(gameId))]);
    },
    watchAbsence: (roomId, gameId, at) =>
      addAt('absence', { roomId, gameId }, at, { jobId: absenceId(gameId, at) }),
    async forgetAbsence(gameId, at) {
      await rooms.remove(absenceId(gameId, at));
    },
    watchSpectators: (roomId, userIds, at) => addAt('spectators', { roomId, userIds: [...userIds] }, at),
    async deliver(roomId, gameId, receivers, sooner = false) {
      for (const receiver of receivers) {
        const jobId = `${receiver}-${gameId}`;
        const known = sooner ? await archive.getJob(jobId) : undefined;
        if (await known?.isDelayed()) await known!.promote();
        else await archive.add(receiver, { roomId, gameId }, { ...RETRY_UNTIL_DONE, jobId });
      }
    },
    async countWaiting() {
      const [ofRooms, ofGames] = await Promise.all([
        rooms.getJobCountByTypes('waiting'),
        archive.getJobCountByTypes('waiting', 'active', 'delayed'),
      ]);
      return { rooms: ofRooms, games: ofGames };
    },
    async close() {
      await Promise.all([rooms.close(), archive.close()]);
    },
  };
}
