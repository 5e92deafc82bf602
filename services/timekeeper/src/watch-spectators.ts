import type { Presence } from '@doushouqi/presence';
import type { RoomJob } from '@doushouqi/protocol';
import type { RoomDoor } from '@doushouqi/room-core';
import { errorOf } from '@doushouqi/service-kit';

/**
 * A spectator joins by a call and then by a connection; a realtime node takes them off the list when the connection
 * ends. Whoever never made one (a page that was closed too early) would stay on the list for ever: they are taken off
 * here. Rejects while Redis is away.
 */
export const watchSpectators = async (
  presence: Pick<Presence, 'attendees'>,
  door: RoomDoor,
  { roomId, userIds }: RoomJob['spectators'],
): Promise<void> => {
  const connected = new Set((await presence.attendees(roomId)).map(({ userId }) => userId));
  const went = userIds.filter((userId) => !connected.has(userId));
  if (went.length === 0) return;
  const result = await door.execute(roomId, { type: 'crowd', came: [], went });
  if (!result.ok && result.code === 'ROOM_BUSY') throw errorOf('ROOM_BUSY');
};
