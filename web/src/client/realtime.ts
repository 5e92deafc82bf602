import { type PersonalEvents, SOCKET_RECONNECTION } from '@doushouqi/protocol';
import { matchPath } from 'react-router-dom';
import { createSocket, type GameSocket, keepConnected, nameRoom } from './connection.ts';
import { endSession } from './end-session.ts';
import { session } from './session.ts';

type Listener = (payload: never) => void;

/** `socket` is null while its library is on the way. */
interface SharedConnection {
  opening: Promise<GameSocket> | null;
  socket: GameSocket | null;
  close: () => void;
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

function addTo<T>(listeners: Set<T>, listener: T): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

/** The one connection of a window and those that hear it, whether it is open yet or not. */
class Realtime {
  readonly #listeners = new Map<string, Set<Listener>>();
  readonly #connected = new Set<() => void>();
  readonly #reconnected = new Set<() => void>();
  #shared: SharedConnection | null = null;
  #isLobbyWatched = false;

  constructor() {
    // A connection is one person's: it ends with the session.
    session.store.subscribe(({ user }, previous) => {
      if (user?._id === previous.user?._id) return;
      this.#shared?.close();
      this.#shared = null;
    });
  }

  /**
   * Hears a personal event until the returned function is called. Events may be missed while the connection is away:
   * listeners ask again on `onConnected` or `onReconnected`.
   */
  onPersonal<E extends keyof PersonalEvents>(event: E, listener: PersonalEvents[E]): () => void {
    const received = this.#listeners.get(event) ?? new Set();
    this.#listeners.set(event, received);
    return addTo<Listener>(received, listener);
  }

  /** Called each time the connection is there, the first time included: what was sent before did not come by it. */
  onConnected(listener: () => void): () => void {
    return addTo(this.#connected, listener);
  }

  /** Called each time the connection is there again after it was away. */
  onReconnected(listener: () => void): () => void {
    return addTo(this.#reconnected, listener);
  }

  /** Asks for messages of the lobby from now on, over reconnections too, or for none. */
  watchLobby(on: boolean): void {
    this.#isLobbyWatched = on;
    const socket = this.#shared?.socket;
    if (socket?.connected) socket.emit('watchLobby', { on });
  }

  /** This window's connection, which all parts of the page share; the first call opens it. For logged-in users. */
  connect(): Promise<GameSocket> {
    this.#shared ??= { opening: null, socket: null, close: () => {} };
    this.#shared.opening ??= this.#open(this.#shared);
    return this.#shared.opening;
  }

  /** From now on the connection is with the node that serves this room. */
  async connectInto(roomId: string): Promise<void> {
    nameRoom(await this.connect(), roomId);
  }

  async #open(opened: SharedConnection): Promise<GameSocket> {
    // What the server knows this connection by: it may have been replaced since.
    let token: string | null = null;
    const socket = await load(() => {
      token = session.token();
      return token;
    });
    if (this.#shared !== opened) return socket;
    // A page that opens with a room connects once.
    const { roomId } = matchPath('/play/room/:roomId', window.location.pathname)?.params ?? {};
    if (roomId !== undefined) nameRoom(socket, roomId);
    const unauthorized = () => endSession('expired', token);
    this.#attend(socket);
    socket.on('sessionEnded', unauthorized);
    opened.socket = socket;
    opened.close = keepConnected(socket, {
      retry: SOCKET_RECONNECTION.reconnectionDelay,
      random: Math.random,
      unauthorized,
    });
    return socket;
  }

  #attend(socket: GameSocket): void {
    let before = false;
    socket.on('connect', () => {
      if (this.#isLobbyWatched) socket.emit('watchLobby', { on: true });
      for (const listener of this.#connected) listener();
      if (before) for (const listener of this.#reconnected) listener();
      before = true;
    });
    socket.onAny((event: string, payload: unknown) => {
      for (const listener of this.#listeners.get(event) ?? []) listener(payload as never);
    });
  }
}

/** The connection of this window. */
export const realtime = new Realtime();
