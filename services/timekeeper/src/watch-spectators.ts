import type { Presence } from '@doushouqi/presence';
import type { RoomJob } from '@doushouqi/protocol';
import type { RoomDoor } from '@doushouqi/room-core';
import { BUSY_RETRY_MS } from './watch-clock.ts';

export interface WatchSpectatorsOptions {
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
  const result = await door.execute(roomId, { type: 'crowd', came: [], went });
  return !result.ok && result.code === 'ROOM_BUSY' ? now() + BUSY_RETRY_MS : null;
}
