import type { JoinAck, JoinRoomMessage } from '@doushouqi/protocol';
import type { RoomStore } from '@doushouqi/room-core';
import { refusal } from './answers.ts';
import { catchUpOf } from './catch-up.ts';
import { channelOf, type RealtimeSocket, roomsOf } from './realtime-socket.ts';
import type { RoomHub } from './room-hub.ts';

/** Rooms that one socket may be in; joining one more leaves the oldest. */
const ROOMS_PER_SOCKET = 4;

export interface JoiningOptions {
  hub: RoomHub;
  store: Pick<RoomStore, 'eventsAfter'>;
  /** Epoch ms. */
  now: () => number;
  /** The socket is in the room. */
  onEntered: (roomId: string, userId: string) => void;
  /** It is not any more. */
  onLeft: (roomId: string, userId: string) => void;
}

/** In and out of the rooms that a socket looks at. */
export interface Joining {
  /** Joins and says what the client lacks; `authoritative` asks the store itself. Throws what is refused. */
  join(socket: RealtimeSocket, message: JoinRoomMessage, authoritative: boolean): Promise<JoinAck>;
  /** Leaves the room where the socket is in it. */
  leave(socket: RealtimeSocket, roomId: string): void;
  /** Releases what a closing socket holds. */
  leaveAll(socket: RealtimeSocket): void;
}

export const createJoining = (options: JoiningOptions): Joining => {
  const { hub, store, now, onEntered, onLeft } = options;
  const leave = (socket: RealtimeSocket, roomId: string): void => {
    if (!socket.rooms.has(channelOf(roomId))) return;
    socket.leave(channelOf(roomId));
    onLeft(roomId, socket.data.userId);
    hub.release(roomId);
  };

  /** In the room from here on, unless it is there already or went away meanwhile. */
  const enter = (socket: RealtimeSocket, roomId: string): void => {
    if (socket.rooms.has(channelOf(roomId)) || !socket.connected) {
      hub.release(roomId);
      return;
    }
    socket.join(channelOf(roomId));
    onEntered(roomId, socket.data.userId);
    const rooms = roomsOf(socket);
    if (rooms.length > ROOMS_PER_SOCKET) leave(socket, rooms[0]!);
  };

  return {
    leave,
    leaveAll(socket) {
      for (const roomId of roomsOf(socket)) leave(socket, roomId);
    },
    async join(socket, { roomId, lastVersion }, authoritative) {
      const known = await hub.host(roomId);
      let tail = null;
      try {
        if (authoritative || (lastVersion ?? 0) > (known?.v ?? 0)) await hub.refresh(roomId);
        const version = hub.cached(roomId)?.v ?? 0;
        if (lastVersion !== undefined && lastVersion < version) {
          tail = await store.eventsAfter(roomId, lastVersion);
          if (tail) hub.committed(roomId, tail, null);
        }
      } catch (error) {
        hub.release(roomId);
        throw error;
      }
      // No waiting from here on: what comes after this version reaches the socket by itself.
      const room = hub.cached(roomId);
      if (!room) {
        hub.release(roomId);
        return refusal('ROOM_NOT_FOUND');
      }
      enter(socket, roomId);
      const serverTime = now();
      return { ok: true, v: room.v, serverTime, catchUp: catchUpOf(room, lastVersion, tail, serverTime) };
    },
  };
};
