import type { ClientToServerEvents, ServerToClientEvents } from '@doushouqi/protocol';
import type { SignedToken } from '@doushouqi/service-kit';
import type { ClusterEvents } from '@doushouqi/service-kit/socket-cluster';
import type { Server, Socket } from 'socket.io';
import type { Bucket } from './edge/token-bucket.ts';
import type { RoundTrips } from './rooms/round-trips.ts';

export interface SocketData extends SignedToken {
  /** Of the client, as limits count it. */
  address: string;
  bucket: Bucket;
  roundTrips: RoundTrips;
}

export type RealtimeServer = Server<ClientToServerEvents, ServerToClientEvents, ClusterEvents, SocketData>;
export type RealtimeSocket = Socket<ClientToServerEvents, ServerToClientEvents, ClusterEvents, SocketData>;

/** Prefix of the Socket.IO room of a game room: a room number alone could equal a socket id. */
export const GAME_ROOM_PREFIX = 'room:';

/** Returns the Socket.IO room of this node's sockets in a game room. */
export function gameRoom(roomId: string): string {
  return GAME_ROOM_PREFIX + roomId;
}

/** Returns the game rooms of a socket, longest joined first. */
export function gameRoomsOf(socket: RealtimeSocket): string[] {
  return [...socket.rooms]
    .filter((name) => name.startsWith(GAME_ROOM_PREFIX))
    .map((name) => name.slice(GAME_ROOM_PREFIX.length));
}

/** Returns this node's sockets in a game room. */
export function socketsIn({ sockets }: RealtimeServer, roomId: string): RealtimeSocket[] {
  const ids = sockets.adapter.rooms.get(gameRoom(roomId)) ?? [];
  return [...ids].flatMap((id) => sockets.sockets.get(id) ?? []);
}
