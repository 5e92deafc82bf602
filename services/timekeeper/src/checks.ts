import type { Presence } from '@doushouqi/presence';
import type { GameJob, RoomJob } from '@doushouqi/protocol';
import {
  earliestAbort,
  earliestFlag,
  isPlaying,
  offlineDeadline,
  type PlayingRoom,
  remaining,
  turnOf,
} from '@doushouqi/room';
import type { RoomDoor } from '@doushouqi/room-core';

/**
 * The side that waits may have a moment left while the side to move thinks for minutes; looking at every such
 * moment would be a busy loop. Its flag is then seen this much late at most, unless its opponent claims it.
 */
const SHORTEST_INTERVAL_MS = 1_000;

/** When (epoch ms) to look at a running game's clock next. Pure. */
export function nextLook(room: PlayingRoom, now: number): number {
  const turn = turnOf(room);
  const moverFlags = now + remaining(room.header, turn, turn, now);
  const moverIsLate = Math.min(moverFlags, earliestAbort(room, now) ?? moverFlags);
  return Math.min(moverIsLate, Math.max(earliestFlag(room.header, turn, now), now + SHORTEST_INTERVAL_MS));
}

/** A room that is too busy for a verdict is one where moves are made: soon is soon enough. */
const BUSY_RETRY_MS = 1_000;
/** A job for an absence that fired early by another machine's clock comes back within this long. */
const CLOCK_SKEW_MS = 2_000;

/** Looks at a game, and does what is due by its stored times; when to look again (epoch ms), null for never. */
async function lookAt(
  door: RoomDoor,
  { roomId, gameId }: GameJob,
  now: () => number,
  next: (room: PlayingRoom) => number | null,
): Promise<number | null> {
  const result = await door.execute(roomId, { type: 'check' });
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

interface WatchSpectatorsOptions {
  presence: Pick<Presence, 'attendees'>;
  door: RoomDoor;
  /** Epoch ms. */
  now: () => number;
}

/**
 * A spectator joins by a call and then by a connection; a realtime node takes them off the list when the connection
 * ends. Whoever never made one (a page that was closed too early) would stay on the list for ever: they are taken off
 * here. Returns when to look again (epoch ms), null for never. Rejects while Redis is away.
 */
export async function watchSpectators(
  { presence, door, now }: WatchSpectatorsOptions,
  { roomId, userIds }: RoomJob['spectators'],
): Promise<number | null> {
  const connected = new Set((await presence.attendees(roomId)).map(({ userId }) => userId));
  const went = userIds.filter((userId) => !connected.has(userId));
  if (went.length === 0) return null;
  const result = await door.execute(roomId, { type: 'spectators', joined: [], left: went });
  return !result.ok && result.code === 'ROOM_BUSY' ? now() + BUSY_RETRY_MS : null;
}
