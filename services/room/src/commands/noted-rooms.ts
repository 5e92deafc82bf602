import { isPlaying, type Room, seatOf } from '@doushouqi/room';
import type { RoomContext } from '../context.ts';

/** A room that was entered so lately may still be on its way to the store. Milliseconds. */
const ON_ITS_WAY = 10_000;

function isWaiting({ header }: Room, userId: string): boolean {
  return header.gameId === null && seatOf(header, userId) !== null;
}

/**
 * Notes that a user is about to open or join a room. In a full list, rooms that wait no longer are forgotten first. Returns
 * whether the room is on the list.
 */
export async function noteRoom(
  { store, waiting, now }: Pick<RoomContext, 'store' | 'waiting' | 'now'>,
  roomId: string,
  userId: string,
): Promise<boolean> {
  if (await waiting.enter(userId, roomId, now())) return true;
  const rooms = await Promise.all(
    (await waiting.of(userId)).map(async (entry) => ({ ...entry, room: await store.load(entry.roomId) })),
  );
  const done = rooms.filter(({ room, since }) =>
    room ? !isWaiting(room, userId) : since < now() - ON_ITS_WAY,
  );
  if (done.length === 0) return false;
  const ids = done.map((entry) => entry.roomId);
  await waiting.forget(userId, ids);
  return waiting.enter(userId, roomId, now());
}

/** Returns the room in which a user plays a running game, of several the last one noted; null for none. */
export async function findRunningRoom(
  { store, waiting }: Pick<RoomContext, 'store' | 'waiting'>,
  userId: string,
): Promise<string | null> {
  const noted = (await waiting.of(userId)).sort((a, b) => b.since - a.since);
  const rooms = await Promise.all(noted.map(({ roomId }) => store.load(roomId)));
  const plays = (room: Room | null) =>
    room !== null && isPlaying(room) && seatOf(room.header, userId) !== null;
  return rooms.find(plays)?.id ?? null;
}
