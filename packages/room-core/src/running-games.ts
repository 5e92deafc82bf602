import type { RoomHeader } from '@doushouqi/protocol';
import { isPlaying, plyOf, seatOf } from '@doushouqi/room';
import { formatRecord } from '@doushouqi/rules';
import type { RedisClient } from '@doushouqi/service-kit';
import { seatedRooms } from './places.ts';
import { createRoomStore } from './room-store.ts';

/** The last game of a room. `over`: it has a result. */
export interface RoomGame extends Pick<RoomHeader, 'status'> {
  gameId: string;
  ply: number;
  record: string;
}

/** For services that only read which games run. Every method rejects while Redis is away. */
export interface RunningGames {
  /** Returns the last game of a room; null without a room, and before its first game. */
  gameIn(roomId: string): Promise<RoomGame | null>;
  /** Returns the numbered room in which a user plays a game with clocks, of several the one entered last; null for none. */
  roomOf(userId: string): Promise<string | null>;
}

export function createRunningGames(redis: RedisClient): RunningGames {
  const { load } = createRoomStore(redis);
  return {
    async gameIn(roomId) {
      const room = await load(roomId);
      if (room === null || room.header.gameId === null) return null;
      const { gameId, status } = room.header;
      return { gameId, status, ply: plyOf(room), record: formatRecord(room.game) };
    },
    async roomOf(userId) {
      const rooms = await Promise.all((await seatedRooms(redis, userId, 'timed')).map(load));
      const room = rooms.find((one) => one && isPlaying(one) && seatOf(one.header, userId) !== null);
      return room?.id ?? null;
    },
  };
}
