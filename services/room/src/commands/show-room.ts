import type { RoomDetails, RoomSnapshot } from '@doushouqi/protocol';
import { snapshotOf } from '@doushouqi/room';
import { errorOf } from '@doushouqi/service-kit';
import type { RoomContext } from '../context.ts';
import { presentRoomDetails } from '../presenters/room-details.ts';

/** A room as anybody may see it, whole or compact. Throws ROOM_NOT_FOUND. */
export async function showRoom(
  { store, nicknameOf, now }: Pick<RoomContext, 'store' | 'nicknameOf' | 'now'>,
  roomId: string,
  view: 'full' | 'compact',
): Promise<RoomDetails | RoomSnapshot> {
  const room = await store.load(roomId);
  if (!room) throw errorOf('ROOM_NOT_FOUND');
  if (view === 'compact') return snapshotOf(room, now());
  const { lastAction } = room.header;
  return presentRoomDetails(room, lastAction ? await nicknameOf(lastAction.by) : '');
}
