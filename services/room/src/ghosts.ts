import type { Presence } from '@doushouqi/presence';
import type { RoomDoor } from '@doushouqi/room-core';

export interface GhostsOptions {
  presence: Pick<Presence, 'attendees'>;
  door: RoomDoor;
  /** How long a new spectator may take to connect. Milliseconds. */
  afterMs: number;
  onFailed: (error: unknown, roomId: string) => void;
}

/**
 * A spectator joins by a call and then by a connection, and a realtime node takes them off the list when the connection
 * ends. Whoever never made one, a page closed too early, would stay for ever and take a seat: they are looked for a
 * while after they came. The function returned sets that look for those who came together.
 */
export const createGhosts = ({ presence, door, afterMs, onFailed }: GhostsOptions) => {
  const look = async (roomId: string, came: readonly string[]): Promise<void> => {
    const connected = new Set((await presence.attendees(roomId)).map(({ userId }) => userId));
    const went = came.filter((userId) => !connected.has(userId));
    if (went.length > 0) await door.execute(roomId, { type: 'crowd', came: [], went });
  };
  return (roomId: string, came: readonly string[]): void => {
    setTimeout(() => void look(roomId, came).catch((error) => onFailed(error, roomId)), afterMs).unref();
  };
};
