import type { GameJob } from '@doushouqi/protocol';
import { isPlaying, offlineDeadline, type PlayingRoom } from '@doushouqi/room';
import type { RoomDoor } from '@doushouqi/room-core';
import { nextLook } from './next-look.ts';

/** A room that is too busy for a verdict is one where moves are made: soon is soon enough. */
export const BUSY_RETRY_MS = 1_000;
/** A job for an absence that fired early by another machine's clock comes back within this long. */
const CLOCK_SKEW_MS = 2_000;

/** Looks at a game, and does what is due by its stored times; when to look again (epoch ms), null for never. */
async function lookAt(
  door: RoomDoor,
  { roomId, gameId }: GameJob,
  now: () => number,
  next: (room: PlayingRoom) => number | null,
): Promise<number | null> {
  const result = await door.execute(roomId, { type: 'look' });
  if (!result.ok) return result.code === 'ROOM_BUSY' ? now() + BUSY_RETRY_MS : null;
  const { room } = result;
  return isPlaying(room) && room.header.gameId === gameId ? next(room) : null;
}

/**
 * Looks at a game's clock and flags whoever ran out; the verdict comes from stored times (lessons A5). Returns when
 * to look again (epoch ms), or null where this game needs no more looking. Rejects while Redis is away.
 */
export function watchClock(door: RoomDoor, job: GameJob, now: () => number): Promise<number | null> {
  return lookAt(door, job, now, (room) => nextLook(room, now()));
}

/** Looks whether somebody stayed away too long. Each absence has a job of its own, so this one does not come back. */
export function watchAbsence(door: RoomDoor, job: GameJob, now: () => number): Promise<number | null> {
  return lookAt(door, job, now, (room) => {
    const at = offlineDeadline(room.header)?.at;
    return at !== undefined && at <= now() + CLOCK_SKEW_MS ? at : null;
  });
}
