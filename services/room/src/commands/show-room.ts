import type { RoomSnapshot } from '@doushouqi/protocol';
import { heardBy, snapshotOf } from '@doushouqi/room';
import { errorOf, type WrittenReply } from '@doushouqi/service-kit';
import type { RoomContext } from '../context.ts';
import { presentRoomDetails } from '../presenters/room-details.ts';

type Parts = Pick<RoomContext, 'store' | 'blocks' | 'histories' | 'nicknameOf' | 'now'>;

/**
 * A room as anybody may see it, whole or compact. `userId`: who looks, undefined for a visitor; lines of those whom this
 * user blocked are left out. Throws ROOM_NOT_FOUND.
 */
export async function showRoom(
  { store, blocks, histories, nicknameOf, now }: Parts,
  roomId: string,
  view: 'full' | 'compact',
  userId: string | undefined,
): Promise<WrittenReply | RoomSnapshot> {
  const room = await store.load(roomId);
  if (!room) throw errorOf('ROOM_NOT_FOUND');
  const isQuiet = userId === undefined || room.chat.length === 0;
  const shown = isQuiet ? room : heardBy(room, await blocks.of(userId));
  if (view === 'compact') return snapshotOf(shown, now());
  const { lastAction } = room.header;
  return presentRoomDetails(shown, lastAction ? await nicknameOf(lastAction.by) : '', histories);
}
