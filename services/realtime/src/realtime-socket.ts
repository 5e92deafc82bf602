import type { ClientToServerEvents, ServerToClientEvents } from '@doushouqi/protocol';
import type { VerifiedToken } from '@doushouqi/service-kit';
import type { Server, Socket } from 'socket.io';
import type { Line } from './line.ts';
import type { Bucket } from './token-bucket.ts';

export interface SocketData extends VerifiedToken {
  bucket: Bucket;
  line: Line;
}

type NoEvents = Record<never, never>;
export type RealtimeServer = Server<ClientToServerEvents, ServerToClientEvents, NoEvents, SocketData>;
export type RealtimeSocket = Socket<ClientToServerEvents, ServerToClientEvents, NoEvents, SocketData>;

const PREFIX = 'room:';

/** The Socket.IO room of a room. Prefixed, because a room number could else be another socket's id. */
export const channelOf = (roomId: string): string => PREFIX + roomId;

/** The Socket.IO room of those who watch the lobby. */
export const LOBBY = 'lobby';

/** The rooms that a socket is in, longest joined first. */
export const roomsOf = (socket: RealtimeSocket): string[] =>
  [...socket.rooms].filter((name) => name.startsWith(PREFIX)).map((name) => name.slice(PREFIX.length));
