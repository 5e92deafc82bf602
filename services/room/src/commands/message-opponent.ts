import { type Room, seatOf } from '@doushouqi/room';
import { errorOf } from '@doushouqi/service-kit';
import type { PrivateText, RoomContext } from '../context.ts';

/**
 * Says something to the opponent alone: nothing is committed to the room, and no game waits for social. Throws
 * ROOM_NOT_FOUND, SPECTATOR_SILENT, NOT_OPPONENT, and what social refuses.
 */
export async function messageOpponent(
  { store, deliver }: Pick<RoomContext, 'store' | 'deliver'>,
  roomId: string,
  text: PrivateText,
  requestId: string,
): Promise<Room> {
  const room = await store.load(roomId);
  if (!room) throw errorOf('ROOM_NOT_FOUND');
  const { fromId, toId } = text;
  if (seatOf(room.header, fromId) === null) throw errorOf('SPECTATOR_SILENT');
  if (toId === fromId || seatOf(room.header, toId) === null) throw errorOf('NOT_OPPONENT');
  await deliver(text, requestId);
  return room;
}
