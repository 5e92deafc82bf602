import { type PersonalEvents, SOCKET_RECONNECTION } from '@doushouqi/protocol';
import { matchPath } from 'react-router-dom';
import { createSocket, type GameSocket, keepConnected, nameRoom } from './connection.ts';
import { endSession } from './end-session.ts';
import { session } from './session.ts';

type Listener = (payload: never) => void;

const listeners = new Map<string, Set<Listener>>();

/**
 * Hears a personal event for as long as the page lives, whether there is a connection yet or not; returns the way to
 * stop. Events may be missed while the connection is away, so whoever listens asks again on
 * `onConnected` or `onReconnected`.
 */
export function onPersonal<E extends keyof PersonalEvents>(
  event: E,
  listener: PersonalEvents[E],
): () => void {
  const heard = listeners.get(event) ?? new Set<Listener>();
  listeners.set(event, heard.add(listener));
  return () => void heard.delete(listener);
}

const connected = new Set<() => void>();
const reconnected = new Set<() => void>();

/** Called each time the connection is there, the first time included: what was told before did not come by it. */
export function onConnected(listener: () => void): () => void {
  connected.add(listener);
  return () => void connected.delete(listener);
}

/** Called each time the connection is there again after it was away. */
export function onReconnected(listener: () => void): () => void {
  reconnected.add(listener);
  return () => void reconnected.delete(listener);
}

/** The one connection of this window. `socket` is null while its library is on the way. */
interface SharedConnection {
  opening: Promise<GameSocket> | null;
  socket: GameSocket | null;
  close: () => void;
}

let shared: SharedConnection | null = null;
let lobbyWatched = false;

/** Lobby messages are wanted from now on, or no more; kept over reconnections. */
export function watchLobby(on: boolean): void {
  lobbyWatched = on;
  if (shared?.socket?.connected) shared.socket.emit('watchLobby', { on });
}

/** The library may fail to arrive as anything else may. */
async function load(token: () => string | null): Promise<GameSocket> {
  for (;;) {
    try {
      return await createSocket(token);
    } catch {
      await new Promise((resolve) => setTimeout(resolve, SOCKET_RECONNECTION.reconnectionDelayMax));
    }
  }
}

function attend(socket: GameSocket): void {
  let before = false;
  socket.on('connect', () => {
    if (lobbyWatched) socket.emit('watchLobby', { on: true });
    for (const listener of connected) listener();
    if (before) for (const listener of reconnected) listener();
    before = true;
  });
  socket.onAny((event: string, payload: unknown) => {
    for (const listener of listeners.get(event) ?? []) listener(payload as never);
  });
}

async function open(opened: SharedConnection): Promise<GameSocket> {
  // What the server knows this connection by: it may have been replaced since.
  let token: string | null = null;
  const socket = await load(() => {
    token = session.token();
    return token;
  });
  if (shared !== opened) return socket;
  // A page that opens with a room connects once.
  const { roomId } = matchPath('/play/room/:roomId', window.location.pathname)?.params ?? {};
  if (roomId !== undefined) nameRoom(socket, roomId);
  const unauthorized = () => endSession('expired', token);
  attend(socket);
  socket.on('sessionEnded', unauthorized);
  opened.socket = socket;
  opened.close = keepConnected(socket, {
    retry: SOCKET_RECONNECTION.reconnectionDelay,
    random: Math.random,
    unauthorized,
  });
  return socket;
}

/** This window's connection, which everybody here shares; opened by whoever asks first. For logged-in users. */
export function connection(): Promise<GameSocket> {
  shared ??= { opening: null, socket: null, close: () => {} };
  shared.opening ??= open(shared);
  return shared.opening;
}

/** From now on the connection is with the node that serves this room. */
export async function connectInto(roomId: string): Promise<void> {
  nameRoom(await connection(), roomId);
}

// A connection is one person's: it ends with the session.
session.store.subscribe(({ user }, previous) => {
  if (user?._id === previous.user?._id) return;
  shared?.close();
  shared = null;
});
