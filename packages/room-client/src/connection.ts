import {
  type ErrorBody,
  fromWireEvent,
  type JoinAck,
  type MoveAck,
  type MoveMessage,
  type RoomEvent,
  type WireRoomEvent,
} from '@doushouqi/protocol';
import { type GameSocket, reconnect } from './keep-connected.ts';
import type { Shared } from './parts.ts';
import { receive, reconcile } from './reconcile.ts';
import { FINAL, observe, type Trouble } from './state.ts';

/** Part of the room to request: versions newer than the local one, or all of it. */
type Part = 'tail' | 'full';

/**
 * Messages without an answer: the table is shown, so that the clock of the first move may start; a request to hurry;
 * the player left the window, which some room kinds count.
 */
export type Signal = 'tableShown' | 'buttonClick' | 'focusLost';

/** A room's part of the user's connection: its events, and requests for missing versions. */
export class RoomConnection {
  readonly #shared: Shared;
  readonly #onLost: () => void;
  #socket: GameSocket | null = null;
  #leaveRoom = (): void => {};
  #timer: ReturnType<typeof setTimeout> | undefined;
  #stopped = false;
  #syncing = false;
  /** Another request arrived while one was pending. */
  #again: Part | null = null;
  /** The failure of the last answer: reported once, until an answer succeeds. */
  #trouble: Trouble | null = null;

  /** `onLost`: sent messages may be lost, so that their outcome is unknown until the next sync. */
  constructor(shared: Shared, onLost: () => void) {
    this.#shared = shared;
    this.#onLost = onLost;
  }

  /** Runs once; later calls change nothing. */
  async open(): Promise<void> {
    if (this.#stopped || this.#socket) return;
    const socket = await this.#shared.options.connect();
    if (this.#stopped) return;
    this.#socket = socket;
    this.#leaveRoom = this.#listen(socket);
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
      return await this.#socket.timeout(this.#shared.delays.ack).emitWithAck('move', message);
    } catch {
      return null;
    }
  }

  /** Sends a message without an answer, if it can be sent now. */
  signal(event: Signal): void {
    if (this.#socket?.connected) this.#socket.emit(event, { roomId: this.#shared.options.roomId });
  }

  syncSoon(part: Part = 'tail'): void {
    clearTimeout(this.#timer);
    if (!this.#stopped) this.#timer = setTimeout(() => void this.sync(part), this.#shared.delays.retry);
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
    const { roomId, now } = this.#shared.options;
    const { local, connection } = this.#shared.holder.get();
    const v = part === 'tail' ? local.room?.v : undefined;
    const message = { roomId, ...(v === undefined ? {} : { lastVersion: v }) };
    const sentAt = now();
    try {
      const answer: JoinAck = await socket
        .timeout(this.#shared.delays.ack)
        // Only `syncRoom` is sure to read the store when the server has not received the version that is known here.
        .emitWithAck(connection === 'up' || part === 'full' ? 'syncRoom' : 'joinRoom', message);
      if (answer.ok && !this.#stopped) observe(this.#shared.holder, answer.serverTime, sentAt, now());
      return answer;
    } catch {
      return null;
    }
  }

  #answered(answer: JoinAck, again: Part | null): void {
    if (!answer.ok) {
      if (FINAL.includes(answer.code)) this.#shared.closed(answer.code);
      else this.#failed('syncFailed', 'tail');
      return;
    }
    const before = this.#shared.holder.get().connection;
    if (before !== 'up') this.#shared.holder.set({ connection: 'up' });
    if (before === 'down') this.#shared.notify({ kind: 'reconnected' });
    const result = reconcile(this.#shared.holder.get().local, answer.catchUp, true);
    this.#shared.take(result);
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
    if (this.#trouble !== trouble) this.#shared.notify({ kind: trouble });
    this.#trouble = trouble;
  }

  #down(): void {
    if (this.#stopped) return;
    this.#onLost();
    this.#shared.holder.set({ connection: 'down' });
  }

  #event(event: RoomEvent): void {
    if (this.#stopped) return;
    const result = receive(this.#shared.holder.get().local, event);
    this.#shared.take(result);
    if (result.gap) void this.sync('tail');
  }

  /** Listens to the events of the room on the shared connection; returns a function that leaves the room. */
  #listen(socket: GameSocket): () => void {
    const { roomId, confirmsMoves } = this.#shared.options;
    const inRoom =
      <T extends { roomId: string }>(listener: (payload: T) => void) =>
      (payload: T): void => {
        if (payload.roomId === roomId) listener(payload);
      };
    /** Only the steps of a room's version stream have a version. */
    const onEvent = (type: WireRoomEvent['type'], payload: Omit<WireRoomEvent, 'type'> | undefined): void => {
      if (payload?.roomId !== roomId || payload.v === undefined) return;
      if (type === 'moveMade' && confirmsMoves) socket.emit('moveReceived', { roomId, v: payload.v });
      this.#event(fromWireEvent({ type, ...payload } as WireRoomEvent));
    };
    const step = Object.assign(onEvent, { roomId });
    const down = (): void => this.#down();
    const handlers = {
      connect: () => void this.sync('tail'),
      disconnect: down,
      connect_error: down,
      buttonClicked: inRoom(({ nickname }: { roomId: string; nickname: string }) =>
        this.#shared.notify({ kind: 'nudged', nickname }),
      ),
      syncRequested: inRoom(() => void this.sync('full')),
      roomClosed: inRoom(({ code }: ErrorBody & { roomId: string }) => this.#shared.closed(code)),
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
}
