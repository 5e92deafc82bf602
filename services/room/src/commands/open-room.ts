import { type Room, seatOf } from '@doushouqi/room';
import { errorOf } from '@doushouqi/service-kit';
import type { RoomContext } from '../context.ts';

/** A room that was entered so lately may still be on its way to the store. Milliseconds. */
const ON_ITS_WAY = 10_000;

function isWaiting({ header }: Room, userId: string): boolean {
  return header.gameId === null && seatOf(header, userId) !== null;
}

/**
 * Notes that a user is about to open a room. Where he has opened too many, those that wait no longer are forgotten first.
 * Throws TOO_MANY_ROOMS.
 */
export async function openRoom(
  { store, waiting, now }: Pick<RoomContext, 'store' | 'waiting' | 'now'>,
  roomId: string,
  userId: string,
): Promise<void> {
  if (await waiting.enter(userId, roomId, now())) return;
  const rooms = await Promise.all(
    (await waiting.of(userId)).map(async (entry) => ({ ...entry, room: await store.load(entry.roomId) })),
  );
  const done = rooms.filter(({ room, since }) =>
    room ? !isWaiting(room, userId) : since < now() - ON_ITS_WAY,
  );
  if (done.length > 0) {
    const ids = done.map((entry) => entry.roomId);
    await waiting.forget(userId, ids);
    if (await waiting.enter(userId, roomId, now())) return;
  }
  throw errorOf('TOO_MANY_ROOMS');
}
