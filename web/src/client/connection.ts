import {
  type ClientToServerEvents,
  type ConnectErrorData,
  type ErrorCode,
  GOING_AWAY,
  HANDSHAKE_ROOM,
  type ServerToClientEvents,
  SOCKET_RECONNECTION,
} from '@doushouqi/protocol';
import type { Socket } from 'socket.io-client';
import { addressQuery } from './address.ts';
import { KEYS, storage } from './storage.ts';

export type GameSocket = Socket<ServerToClientEvents, ClientToServerEvents>;

/** `?transport=polling`, or the same in the storage, disables websockets: for proxies and tests. */
function pollingOnly(): boolean {
  return addressQuery().get('transport') === 'polling' || storage.getItem(KEYS.transport) === 'polling';
}

/**
 * Creates a realtime connection without opening it; loads the library on first use. Starts with polling, upgrades,
 * and retries without end. The token is read at every attempt.
 */
export async function createSocket(token: () => string | null): Promise<GameSocket> {
  const { io } = await import('socket.io-client');
  const polling = pollingOnly();
  const socket: GameSocket = io({
    ...SOCKET_RECONNECTION,
    path: '/socket.io',
    autoConnect: false,
    forceNew: true,
    transports: polling ? ['polling'] : ['polling', 'websocket'],
    tryAllTransports: true,
    auth: (answer) => answer({ token: token() }),
  });
  // After a network change the browser may hold dead keep-alive connections, and a poll would wait for its timeout on
  // one. A websocket always opens a new connection. If it fails, the next attempt uses the other transport.
  const begin = (first: 'websocket' | 'polling'): void => {
    if (!polling)
      socket.io.opts.transports = first === 'websocket' ? ['websocket', 'polling'] : ['polling', 'websocket'];
  };
  socket.io.on('open', () => begin('websocket'));
  socket.io.on('error', () =>
    begin(socket.io.opts.transports?.[0] === 'websocket' ? 'polling' : 'websocket'),
  );
  return socket;
}

interface Keeping {
  /** Milliseconds. */
  retry: number;
  random: () => number;
  /** The server rejects this login; reconnects continue until the connection is closed. */
  unauthorized: (code: ErrorCode) => void;
}

/**
 * Opens a connection and reconnects also where Socket.IO gives up: after a refusal, a disconnect by the server, and a
 * timeout. Leaves a draining server before it stops, so that the gap is only the time of one connect. Returns a
 * function that closes it.
 */
export function keepConnected(socket: GameSocket, { retry, random, unauthorized }: Keeping): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let leaving: ReturnType<typeof setTimeout> | undefined;
  const leave = (): void => {
    clearTimeout(leaving);
    leaving = setTimeout(
      () => socket.connected && socket.disconnect().connect(),
      GOING_AWAY.jitter * random(),
    );
  };
  const again = (): void => {
    clearTimeout(timer);
    if (!socket.active) timer = setTimeout(() => reconnect(socket), retry * (1 + random()));
  };
  const refused = (error: Error & { data?: Partial<ConnectErrorData> }): void => {
    const { code } = error.data ?? {};
    again();
    if (code === 'TOKEN_EXPIRED' || code === 'UNAUTHORIZED') unauthorized(code);
  };
  socket.on('disconnect', again);
  socket.on('connect_error', refused);
  socket.on('goingAway', leave);
  socket.connect();
  return () => {
    clearTimeout(timer);
    clearTimeout(leaving);
    socket.off('goingAway', leave);
    socket.off('disconnect', again);
    socket.off('connect_error', refused);
    socket.disconnect();
  };
}

/** Connects at once unless an attempt runs: two attempts would open two sessions. */
export function reconnect(socket: GameSocket): void {
  if (!socket.active) socket.connect();
}

/**
 * Names the user's room in every further handshake, so that all users of a room connect to one realtime node.
 * Reconnects if the open connection was made for another room or none.
 */
export function nameRoom(socket: GameSocket, roomId: string): void {
  const { opts } = socket.io;
  if (opts.query?.[HANDSHAKE_ROOM] === roomId) return;
  opts.query = { [HANDSHAKE_ROOM]: roomId };
  if (socket.active) socket.disconnect().connect();
}
