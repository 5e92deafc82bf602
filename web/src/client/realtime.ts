import { type ErrorCode, type PersonalEvents, SOCKET_RECONNECTION } from '@doushouqi/protocol';
import { type GameSocket, keepConnected, nameRoom } from '@doushouqi/room-client/connection';
import { matchPath } from 'react-router-dom';
import { addressQuery } from './address.ts';
import { endSession } from './end-session.ts';
import { logFailure } from './log.ts';
import { session } from './session.ts';
import { KEYS, storage } from './storage.ts';

/** `?transport=polling`, or the same in the storage, disables websockets: for proxies and tests. */
function pollingOnly(): boolean {
  return addressQuery().get('transport') === 'polling' || storage.getItem(KEYS.transport) === 'polling';
}

/**
 * Creates a realtime connection without opening it; loads the library on first use. Starts with polling, upgrades,
 * and retries without end. The token is read at every attempt.
 */
async function createSocket(token: () => string | null): Promise<GameSocket> {
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

type Listener = (payload: never) => void;

/** `socket` is null while its library loads. */
interface SharedConnection {
  opening: Promise<GameSocket> | null;
  socket: GameSocket | null;
  close: () => void;
}

/** Loading the library may fail like any request. */
async function load(token: () => string | null): Promise<GameSocket> {
  for (;;) {
    try {
      return await createSocket(token);
    } catch (error) {
      logFailure('No connection', error);
      await new Promise((resolve) => setTimeout(resolve, SOCKET_RECONNECTION.reconnectionDelayMax));
    }
  }
}

function addTo<T>(listeners: Set<T>, listener: T): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

/** The one connection of a window and its listeners. */
class Realtime {
  readonly #listeners = new Map<string, Set<Listener>>();
  readonly #connected = new Set<() => void>();
  #shared: SharedConnection | null = null;
  #isLobbyWatched = false;
  #tournament: string | null = null;

  constructor() {
    // A connection belongs to one user and ends with the session.
    session.store.subscribe(({ user }, previous) => {
      if (user?._id === previous.user?._id) return;
      this.#shared?.close();
      this.#shared = null;
    });
  }

  /**
   * Calls the listener for a personal event until the returned function is called. Events are missed while offline:
   * listeners refetch on `onConnected`.
   */
  onPersonal<E extends keyof PersonalEvents>(event: E, listener: PersonalEvents[E]): () => void {
    const received = this.#listeners.get(event) ?? new Set();
    this.#listeners.set(event, received);
    return addTo<Listener>(received, listener);
  }

  /** Called after each connect, including the first: earlier events did not arrive. */
  onConnected(listener: () => void): () => void {
    return addTo(this.#connected, listener);
  }

  /** Subscribes to lobby messages, across reconnects, or unsubscribes. */
  watchLobby(on: boolean): void {
    this.#isLobbyWatched = on;
    const socket = this.#shared?.socket;
    if (socket?.connected) socket.emit('watchLobby', { on });
  }

  /** Subscribes to updates and the chat of a tournament, across reconnects. Returns a function that ends this. */
  watchTournament(id: string): () => void {
    const send = (on: boolean): void => {
      const socket = this.#shared?.socket;
      if (socket?.connected) socket.emit('watchTournament', { id, on });
    };
    this.#tournament = id;
    send(true);
    return () => {
      // Another page may watch another one by now.
      if (this.#tournament !== id) return;
      this.#tournament = null;
      send(false);
    };
  }

  /** Whether the connection is open; false for visitors. */
  isConnected(): boolean {
    return this.#shared?.socket?.connected === true;
  }

  /** Returns this window's shared connection; the first call opens it. For logged-in users. */
  connect(): Promise<GameSocket> {
    this.#shared ??= { opening: null, socket: null, close: () => {} };
    this.#shared.opening ??= this.#open(this.#shared);
    return this.#shared.opening;
  }

  /** Moves the connection to the node of this room. */
  async connectInto(roomId: string): Promise<void> {
    nameRoom(await this.connect(), roomId);
  }

  async #open(opened: SharedConnection): Promise<GameSocket> {
    // Token of this connection; the session's may be newer.
    let token: string | null = null;
    const socket = await load(() => {
      token = session.token();
      return token;
    });
    if (this.#shared !== opened) return socket;
    // A page that opens with a room connects once, to the right node.
    const { roomId } = matchPath('/play/room/:roomId', window.location.pathname)?.params ?? {};
    if (roomId !== undefined) nameRoom(socket, roomId);
    const unauthorized = (code: ErrorCode, message: string) =>
      endSession(code === 'ACCOUNT_CLOSED' ? 'closed' : 'expired', token, message);
    this.#attend(socket);
    opened.socket = socket;
    opened.close = keepConnected(socket, {
      retry: SOCKET_RECONNECTION.reconnectionDelay,
      random: Math.random,
      unauthorized,
    });
    return socket;
  }

  #attend(socket: GameSocket): void {
    socket.on('connect', () => {
      if (this.#isLobbyWatched) socket.emit('watchLobby', { on: true });
      if (this.#tournament !== null) socket.emit('watchTournament', { id: this.#tournament, on: true });
      for (const listener of this.#connected) listener();
    });
    socket.onAny((event: string, payload: unknown) => {
      for (const listener of this.#listeners.get(event) ?? []) listener(payload as never);
    });
  }
}

/** The connection of this window. */
export const realtime = new Realtime();
