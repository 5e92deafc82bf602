import { type ErrorCode, HANDSHAKE_ROOM, SOCKET_RECONNECTION } from '@doushouqi/protocol';
import { io, type ManagerOptions } from 'socket.io-client';
import { type GameSocket, keepConnected } from './keep-connected.ts';

export interface SocketOptions {
  /** Address of the product. */
  url: string;
  /** Returns the token, at every attempt to connect. */
  token: () => string | Promise<string>;
  /** Connects to the node of this room: the players of a room share one. */
  roomId?: string;
  random: () => number;
  /** The server rejects this login. */
  onUnauthorized?: (code: ErrorCode) => void;
  /** Default: as the web. */
  reconnection?: Partial<ManagerOptions>;
}

/** Opens an own connection of a program, by websocket. It reconnects by itself until `close`. */
export function openSocket({
  url,
  token,
  roomId,
  random,
  onUnauthorized = () => undefined,
  reconnection = SOCKET_RECONNECTION,
}: SocketOptions): { socket: GameSocket; close: () => void } {
  const socket: GameSocket = io(url, {
    ...reconnection,
    transports: ['websocket'],
    forceNew: true,
    autoConnect: false,
    ...(roomId !== undefined && { query: { [HANDSHAKE_ROOM]: roomId } }),
    auth: async (send) => {
      try {
        send({ token: await token() });
      } catch {
        // The node refuses the connection, and the next attempt asks again.
        send({});
      }
    },
  });
  const retry = reconnection.reconnectionDelay ?? SOCKET_RECONNECTION.reconnectionDelay;
  return { socket, close: keepConnected(socket, { retry, random, unauthorized: onUnauthorized }) };
}
