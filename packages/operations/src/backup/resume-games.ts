import { isPlaying } from '@doushouqi/room';
import { createLiveRooms, createRoomCommands, createRoomJobs, createRoomStore } from '@doushouqi/room-core';
import type { RedisClient } from '@doushouqi/service-kit';
import type { Db } from 'mongodb';
import pMap from 'p-map';

const ROOMS_AT_ONCE = 16;

export interface ResumeOptions {
  redis: RedisClient;
  db: Db;
  /**
   * Start of the backup, then the time at which the clocks run; after an interruption that of each attempt. Epoch ms.
   */
  moments: readonly number[];
}

export interface Resumed {
  /** Number of resumed games. */
  games: number;
  /** Rooms that were removed because their game ended during the backup: the game is in the archive. */
  ended: number;
}

/** Returns the rooms whose keys were restored. */
function roomsIn(keys: Iterable<string>): string[] {
  return [...new Set([...keys].flatMap((key) => /^\{room:([^}]+)\}:/.exec(key)?.[1] ?? []))];
}

async function forget(redis: RedisClient, keys: readonly string[], roomId: string): Promise<void> {
  await redis.del(keys.filter((key) => key.startsWith(`{room:${roomId}}:`)));
}

/**
 * Resumes the restored games: compensates the player to move for the time between the backup and the last
 * moment, and makes the sweeper check each room, as a job may be lost. A repetition compensates nothing twice.
 */
export async function resumeGames(options: ResumeOptions, keys: readonly string[]): Promise<Resumed> {
  const { redis, db, moments } = options;
  const resumeAt = moments.at(-1)!;
  const [store, live, jobs] = [createRoomStore(redis), createLiveRooms(redis), createRoomJobs(redis)];
  const onJobFailed = (error: unknown): void => {
    throw error;
  };
  const commands = createRoomCommands({ store, live, jobs, now: () => resumeAt, onJobFailed });
  const resumed: Resumed = { games: 0, ended: 0 };
  const resume = async (roomId: string): Promise<void> => {
    const room = await store.load(roomId);
    await live.enter(roomId, resumeAt);
    if (!room || !isPlaying(room)) return;
    if (await db.collection('gamerecords').findOne({ gameId: room.header.gameId })) {
      await forget(redis, keys, roomId);
      resumed.ended += 1;
      return;
    }
    for (const [index, from] of moments.slice(0, -1).entries()) {
      const until = moments[index + 1]!;
      const outage = `restored:${until}`;
      const most = Number.POSITIVE_INFINITY;
      await commands.execute(roomId, { type: 'compensate', outage, ms: until - from, most });
    }
    resumed.games += 1;
  };
  await pMap(roomsIn(keys), resume, { concurrency: ROOMS_AT_ONCE });
  await jobs.close();
  return resumed;
}
