import {
  type ClientToServerEvents,
  type ConnectErrorData,
  type ErrorCode,
  GOING_AWAY,
  HANDSHAKE_ROOM,
  type ServerToClientEvents,
} from '@doushouqi/protocol';
import type { Socket } from 'socket.io-client';

export type GameSocket = Socket<ServerToClientEvents, ClientToServerEvents>;

/** Ends of the login. After a closure of the network or the device it works again elsewhere, or later. */
const REJECTED: readonly ErrorCode[] = ['TOKEN_EXPIRED', 'UNAUTHORIZED', 'ACCOUNT_CLOSED'];

interface Keeping {
  /** Milliseconds. */
  retry: number;
  random: () => number;
  /** The server rejects this login; reconnects continue until the connection is closed. */
  unauthorized: (code: ErrorCode, message: string) => void;
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
  const ended = ({ code, message = '' }: Partial<ConnectErrorData>): void => {
    if (code !== undefined && REJECTED.includes(code)) unauthorized(code, message);
  };
  const refused = ({ data = {} }: Error & { data?: Partial<ConnectErrorData> }): void => {
    again();
    ended(data);
  };
  socket.on('disconnect', again);
  socket.on('connect_error', refused);
  socket.on('sessionEnded', ended);
  socket.on('goingAway', leave);
  socket.connect();
  return () => {
    clearTimeout(timer);
    clearTimeout(leaving);
    socket.off('goingAway', leave);
    socket.off('disconnect', again);
    socket.off('connect_error', refused);
    socket.off('sessionEnded', ended);
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
