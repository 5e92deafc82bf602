import type { ClockJob } from '@doushouqi/protocol';
import { isPlaying, type RoomDoor } from '@doushouqi/room-core';
import { nextLook } from './next-look.ts';

/** A room that is too busy for a verdict is one where moves are made: soon is soon enough. */
const BUSY_RETRY_MS = 1_000;

/**
 * Looks at a game's clock and flags whoever ran out; the verdict comes from stored times (lessons A5). Returns when
 * to look again (epoch ms), or null where this game needs no more looking. Rejects while Redis is away.
 */
export const watchClock = async (
  door: RoomDoor,
  { roomId, gameId }: ClockJob,
  now: () => number,
): Promise<number | null> => {
  const outcome = await door.execute(roomId, { type: 'flag' });
  if (outcome.ok) return null;
  if (outcome.code === 'ROOM_BUSY') return now() + BUSY_RETRY_MS;
  const { room } = outcome;
  return room && isPlaying(room) && room.game.id === gameId ? nextLook(room.game, now()) : null;
};
