import {
  type ErrorBody,
  fromWireEvent,
  type JoinAck,
  type MoveAck,
  type MoveMessage,
  type RoomEvent,
  type WireRoomEvent,
} from '@doushouqi/protocol';
import { type GameSocket, reconnect } from '../../../client/connection.ts';
import type { RoomNotice, Trouble } from './online-state.ts';
import type { DELAYS, OnlineGameDeps, OnlineStore } from './online-store.ts';
import { type Reconciled, receive, reconcile } from './reconcile.ts';

/** Part of the room to request: versions newer than the local one, or all of it. */
type Part = 'tail' | 'full';

interface Handlers {
  /** Receives the room after data of the server. */
  take: (result: Reconciled) => void;
  /** Sent messages may be lost: their outcome is unknown until the next sync. */
  lost: () => void;
  notify: (notice: RoomNotice) => void;
}

/** A room's part of the user's connection: its events, and requests for missing versions. */
export class RoomConnection {
  readonly #deps: OnlineGameDeps;
  readonly #delays: typeof DELAYS;
  readonly #store: OnlineStore;
  readonly #handlers: Handlers;
  #socket: GameSocket | null = null;
  #leaveRoom = (): void => {};
  #timer: ReturnType<typeof setTimeout> | undefined;
  #stopped = false;
  #syncing = false;
  /** Another request arrived while one was pending. */
  #again: Part | null = null;
  /** The failure of the last answer: reported once, until an answer succeeds. */
  #trouble: Trouble | null = null;

  constructor(deps: OnlineGameDeps, delays: typeof DELAYS, store: OnlineStore, handlers: Handlers) {
    this.#deps = deps;
    this.#delays = delays;
    this.#store = store;
    this.#handlers = handlers;
  }

  /** Runs once; later calls change nothing. */
  async open(): Promise<void> {
    if (this.#stopped || this.#socket) return;
    const socket = await this.#deps.connect();
    if (this.#stopped) return;
    this.#socket = socket;
    this.#leaveRoom = listenToRoom(socket, this.#deps.roomId, {
      connected: () => void this.sync('tail'),
      down: () => this.#down(),
      event: (event) => this.#event(event),
      nudged: (nickname) => this.#handlers.notify({ kind: 'nudged', nickname }),
      syncRequested: () => void this.sync('full'),
      closed: (code) => void this.#store.refused(code),
    });
    if (socket.connected) void this.sync('tail');
  }

  /** Releases the connection, which other parts may still use. */
  stop(): void {
    this.#stopped = true;
    clearTimeout(this.#timer);
    // A pending request may still join the room.
    if (!this.#syncing) this.#leaveRoom();
  }

  /** Reconnects at once if the connection is down. */
  reconnect(): void {
    if (this.#socket) reconnect(this.#socket);
  }

  /** Sends a move; null without an answer. */
  async sendMove(message: MoveMessage): Promise<MoveAck | null> {
    // Never into Socket.IO's buffer: it would send a move that is minutes old.
    if (!this.#socket?.connected) return null;
    try {
      return await this.#socket.timeout(this.#delays.ack).emitWithAck('move', message);
    } catch {
      return null;
    }
  }

  nudge(): void {
    if (this.#socket?.connected) this.#socket.emit('buttonClick', { roomId: this.#deps.roomId });
  }

  showTable(): void {
    if (this.#socket?.connected) this.#socket.emit('tableShown', { roomId: this.#deps.roomId });
  }

  lookAway(): void {
    if (this.#socket?.connected) this.#socket.emit('focusLost', { roomId: this.#deps.roomId });
  }

  syncSoon(part: Part = 'tail'): void {
    clearTimeout(this.#timer);
    if (!this.#stopped) this.#timer = setTimeout(() => void this.sync(part), this.#delays.retry);
  }

  /** Requests missing versions, one request at a time; joins the room first on a new connection. */
  async sync(part: Part): Promise<void> {
    const socket = this.#socket;
    if (!socket?.connected || this.#stopped) return;
    if (this.#syncing) {
      this.#again = this.#again === 'full' ? 'full' : part;
      return;
    }
    this.#syncing = true;
    const answer = await this.#ask(socket, part);
    this.#syncing = false;
    const again = this.#again;
    this.#again = null;
    if (this.#stopped) this.#leaveRoom();
    else if (!socket.connected) return;
    else if (answer) this.#answered(answer, again);
    // A connection that does not answer is dead, whatever its state: a suspended phone often leaves such connections.
    else {
      this.#report('syncFailed');
      socket.disconnect();
    }
  }

  async #ask(socket: GameSocket, part: Part): Promise<JoinAck | null> {
    const { roomId, now } = this.#deps;
    const { local, connection } = this.#store.get();
    const v = part === 'tail' ? local.room?.v : undefined;
    const message = { roomId, ...(v === undefined ? {} : { lastVersion: v }) };
    const sentAt = now();
    try {
      const answer: JoinAck = await socket
        .timeout(this.#delays.ack)
        // Only `syncRoom` is sure to read the store when the server has not received the version that is known here.
        .emitWithAck(connection === 'up' || part === 'full' ? 'syncRoom' : 'joinRoom', message);
      if (answer.ok && !this.#stopped) this.#store.observe(answer.serverTime, sentAt);
      return answer;
    } catch {
      return null;
    }
  }

  #answered(answer: JoinAck, again: Part | null): void {
    if (!answer.ok) {
      if (!this.#store.refused(answer.code)) this.#failed('syncFailed', 'tail');
      return;
    }
    const before = this.#store.get().connection;
    if (before !== 'up') this.#store.set({ connection: 'up' });
    if (before === 'down') this.#handlers.notify({ kind: 'reconnected' });
    const result = reconcile(this.#store.get().local, answer.catchUp, true);
    this.#handlers.take(result);
    // A snapshot that cannot be replayed would fail again at once.
    if (result.gap && answer.catchUp.kind === 'snapshot') {
      this.#failed('boardFailed', 'full');
      return;
    }
    this.#trouble = null;
    if (result.gap || again) void this.sync(result.gap ? 'full' : again!);
  }

  #failed(trouble: Trouble, part: Part): void {
    this.#report(trouble);
    this.syncSoon(part);
  }

  #report(trouble: Trouble): void {
    if (this.#trouble !== trouble) this.#handlers.notify({ kind: trouble });
    this.#trouble = trouble;
  }

  #down(): void {
    if (this.#stopped) return;
    this.#handlers.lost();
    this.#store.set({ connection: 'down' });
  }

  #event(event: RoomEvent): void {
    if (this.#stopped) return;
    const result = receive(this.#store.get().local, event);
    this.#handlers.take(result);
    if (result.gap) void this.sync('tail');
  }
}

interface RoomListener {
  connected: () => void;
  down: () => void;
  event: (event: RoomEvent) => void;
  nudged: (nickname: string) => void;
  /** The server requests a sync of the room. */
  syncRequested: () => void;
  /** The user may not follow the room any longer. */
  closed: (code: ErrorBody['code']) => void;
}

/** Listens to the events of one room on a shared connection; returns a function that leaves the room. */
function listenToRoom(socket: GameSocket, roomId: string, listener: RoomListener): () => void {
  /** Only the steps of a room's version stream have a version. */
  const onEvent = (type: WireRoomEvent['type'], payload: Omit<WireRoomEvent, 'type'> | undefined): void => {
    if (payload?.roomId !== roomId || payload.v === undefined) return;
    if (type === 'moveMade') socket.emit('moveReceived', { roomId, v: payload.v });
    listener.event(fromWireEvent({ type, ...payload } as WireRoomEvent));
  };
  const step = Object.assign(onEvent, { roomId });
  const handlers = {
    connect: listener.connected,
    disconnect: listener.down,
    connect_error: listener.down,
    buttonClicked: (nudge: { roomId: string; nickname: string }) => {
      if (nudge.roomId === roomId) listener.nudged(nudge.nickname);
    },
    syncRequested: (asked: { roomId: string }) => {
      if (asked.roomId === roomId) listener.syncRequested();
    },
    roomClosed: (closed: ErrorBody & { roomId: string }) => {
      if (closed.roomId === roomId) listener.closed(closed.code);
    },
  };
  const entries = Object.entries(handlers) as ['connect', () => void][];
  for (const [name, handler] of entries) socket.on(name, handler);
  socket.onAny(step);
  return () => {
    for (const [name, handler] of entries) socket.off(name, handler);
    socket.offAny(step);
    // Another part of the window may listen to the same room.
    const isReceived = socket.listenersAny().some((other) => 'roomId' in other && other.roomId === roomId);
    if (!isReceived && socket.connected) socket.emit('leaveRoom', { roomId });
  };
}
