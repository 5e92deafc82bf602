import { isPlaying, offlineDeadline, type PlayingRoom } from '@doushouqi/room';
import type { LiveRoom, LiveRooms, RoomDoor, RoomJobs, RoomStore } from '@doushouqi/room-core';
import pMap from 'p-map';
import { nextLook } from './checks.ts';

/** Rooms looked at in one sweep; the rest are still due at the next one. */
const ROOMS_PER_SWEEP = 500;
const ROOMS_AT_ONCE = 16;
/** A running game has a job that is on time; the sweeper comes after it. */
const CLOCK_GRACE_MS = 2_000;
/** An archiving job has this long before another is queued. */
const ARCHIVE_GRACE_MS = 30_000;

export interface SweepOptions {
  store: Pick<RoomStore, 'load' | 'unarchived'>;
  live: LiveRooms;
  door: RoomDoor;
  jobs: Pick<RoomJobs, 'archive'>;
  /** Epoch ms. */
  now: () => number;
  /** A room that could not be looked at stays due. */
  onFailed: (error: unknown, roomId: string) => void;
}

/** When something could be due in a running game, and its job has had its time. */
function nextVisit(room: PlayingRoom, now: number): number {
  return (
    Math.min(nextLook(room, now), offlineDeadline(room.header)?.at ?? Number.POSITIVE_INFINITY) +
    CLOCK_GRACE_MS
  );
}

/** Does for one room what a lost job should have done; when to come back, or null for never. */
async function look({ store, door, jobs, now }: SweepOptions, roomId: string): Promise<number | null> {
  const known = await store.load(roomId);
  const room = known && isPlaying(known) ? (await door.execute(roomId, { type: 'check' })).room : known;
  // Also while a game runs: the one before it may wait still.
  const games = await store.unarchived(roomId);
  for (const game of games) await jobs.archive(roomId, game.gameId);
  const visits = [
    ...(room && isPlaying(room) ? [nextVisit(room, now())] : []),
    ...(games.length > 0 ? [now() + ARCHIVE_GRACE_MS] : []),
  ];
  return visits.length > 0 ? Math.min(...visits) : null;
}

/**
 * The third layer under client claims and jobs (lessons A6): looks at every live room that is due. Any number of
 * sweepers may run at once. Resolves to how many rooms it looked at; rejects while Redis is away.
 */
export async function sweep(options: SweepOptions): Promise<number> {
  const { live, now, onFailed } = options;
  const due = await live.due(now(), ROOMS_PER_SWEEP);
  const visit = async (entry: LiveRoom): Promise<void> => {
    try {
      await live.reschedule(entry, await look(options, entry.roomId));
    } catch (error) {
      onFailed(error, entry.roomId);
    }
  };
  await pMap(due, visit, { concurrency: ROOMS_AT_ONCE });
  return due.length;
}
