import { absenceDeadline, isPlaying, type PlayingRoom } from '@doushouqi/room';
import type { LiveRoom, LiveRooms, RoomCommands, RoomJobs, RoomStore } from '@doushouqi/room-core';
import pMap from 'p-map';
import { nextLook } from './checks.ts';

/** Maximum number of rooms per sweep; the rest stays due. */
const ROOMS_PER_SWEEP = 500;
const ROOMS_AT_ONCE = 16;
/** The job of a running game should run first. */
const CLOCK_GRACE_MS = 2_000;
/** Time for the deliveries of a finished game before they are queued again. */
const DELIVERY_GRACE_MS = 30_000;

export interface SweepOptions {
  store: Pick<RoomStore, 'load' | 'undelivered'>;
  live: LiveRooms;
  commands: RoomCommands;
  jobs: Pick<RoomJobs, 'deliver'>;
  /** Epoch ms. */
  now: () => number;
  /** Called if a room could not be checked; it stays due. */
  onFailed: (error: unknown, roomId: string) => void;
}

/** Returns when a running game's next deadline and the grace of its job have passed. */
function nextVisit(room: PlayingRoom, now: number): number {
  const looks = [nextLook(room, now), absenceDeadline(room.header)].filter((at) => at !== null);
  return Math.min(...looks) + CLOCK_GRACE_MS;
}

/** Does the work of lost jobs for one room. Returns when to check again, or null for never. */
async function look({ store, commands, jobs, now }: SweepOptions, roomId: string): Promise<number | null> {
  const known = await store.load(roomId);
  const room = known && isPlaying(known) ? (await commands.execute(roomId, { type: 'check' })).room : known;
  // Also during a game, because the previous game may still be undelivered.
  const games = await store.undelivered(roomId);
  for (const { gameId, receivers } of games) await jobs.deliver(roomId, gameId, receivers, true);
  const visits = [
    ...(room && isPlaying(room) ? [nextVisit(room, now())] : []),
    ...(games.length > 0 ? [now() + DELIVERY_GRACE_MS] : []),
  ];
  return visits.length > 0 ? Math.min(...visits) : null;
}

/**
 * The third layer after client claims and jobs: checks every live room that is due. Safe in any number of processes.
 * Resolves to the number of checked rooms; rejects while Redis is unavailable.
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
