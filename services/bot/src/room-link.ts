import { EventEmitter } from 'node:events';
import {
  type ClientToServerEvents,
  fromWireEvent,
  GOING_AWAY,
  HANDSHAKE_ROOM,
  type JoinAck,
  type MoveAck,
  type MoveMessage,
  type ServerToClientEvents,
  type WireRoomEvent,
} from '@doushouqi/protocol';
import { type RoomView, viewAfter, viewOfSnapshot } from '@doushouqi/room';
import { io, type Socket } from 'socket.io-client';

/** Time for an acknowledgement, ms. */
const ANSWER_MS = 5_000;
/** Without events the room is read again at this interval, ms. */
const POLL_MS = 10_000;
const RETRY_MS = 300;

interface RoomLinkOptions {
  /** Address of the gateway. */
  url: string;
  roomId: string;
  token: () => Promise<string>;
  /** A connection with the current token was refused. */
  onRefused: () => void;
}

interface RoomLinkEvents {
  /** The view changed. */
  change: [];
  /** The room does not exist. */
  gone: [];
}

/** A connection to one room, as any client has it: joins, folds the stream, requests gaps. */
export class RoomLink extends EventEmitter<RoomLinkEvents> {
  readonly #options: RoomLinkOptions;
  readonly #socket: Socket<ServerToClientEvents, ClientToServerEvents>;
  readonly #poll: NodeJS.Timeout;
  #view: RoomView | null = null;
  #isSyncing = false;
  #isStale = false;
  #isClosed = false;

  constructor(options: RoomLinkOptions) {
    super();
    this.#options = options;
    const { url, roomId, token } = options;
    this.#socket = io(url, {
      transports: ['websocket'],
      forceNew: true,
      query: { [HANDSHAKE_ROOM]: roomId },
      reconnectionDelay: RETRY_MS,
      reconnectionDelayMax: 2_000,
      auth: (send) => {
        // Without a token the node refuses the connection, and the next try asks again.
        token().then(
          (known) => send({ token: known }),
          () => send({}),
        );
      },
    });
    this.#socket.on('connect', () => this.#sync());
    this.#socket.on('connect_error', (error) => {
      if (!this.#socket.active) this.#refused(error);
    });
    this.#socket.on('disconnect', (reason) => {
      if (reason === 'io server disconnect') this.#again();
    });
    this.#socket.on('sessionEnded', () => options.onRefused());
    this.#socket.on('goingAway', () => {
      setTimeout(() => this.#socket.connected && this.#socket.disconnect().connect(), GOING_AWAY.jitter / 3);
    });
    this.#socket.on('syncRequested', () => this.#sync());
    this.#socket.on('moveMade', (event) => this.#apply({ type: 'moveMade', ...event }));
    this.#socket.on('gameStateUpdate', (event) => this.#apply({ type: 'gameStateUpdate', ...event }));
    this.#socket.on('chatMessage', (event) => this.#apply({ type: 'chatMessage', ...event }));
    this.#socket.on('unseen', (event) => this.#apply({ type: 'unseen', ...event }));
    this.#poll = setInterval(() => this.#sync(), POLL_MS);
  }

  /** Null before the first answer. */
  get view(): RoomView | null {
    return this.#view;
  }

  /** Shows the node that this player sees the table. */
  arrive(): void {
    if (this.#socket.connected) this.#socket.emit('tableShown', { roomId: this.#options.roomId });
  }

  /** Sends a move; null if no answer came. Reads the room again unless the move was accepted. */
  async move(message: Omit<MoveMessage, 'roomId'>): Promise<MoveAck | null> {
    const { roomId } = this.#options;
    const answer = await this.#ask(() =>
      this.#socket.timeout(ANSWER_MS).emitWithAck('move', { roomId, ...message }),
    );
    if (!answer?.ok) this.#sync();
    return answer;
  }

  async acceptReset(): Promise<void> {
    const { roomId } = this.#options;
    await this.#ask(() => this.#socket.timeout(ANSWER_MS).emitWithAck('acceptReset', { roomId }));
  }

  /** Reads the room again. */
  refresh(): void {
    this.#sync();
  }

  close(): void {
    this.#isClosed = true;
    clearInterval(this.#poll);
    this.removeAllListeners();
    this.#socket.disconnect();
  }

  #refused({ data }: Error & { data?: { code?: string } }): void {
    if (data?.code === 'UNAUTHORIZED' || data?.code === 'TOKEN_EXPIRED') this.#options.onRefused();
    this.#again();
  }

  #again(): void {
    setTimeout(() => {
      if (!this.#isClosed) this.#socket.connect();
    }, RETRY_MS).unref();
  }

  async #ask<Ack>(emit: () => Promise<Ack>): Promise<Ack | null> {
    return this.#socket.connected ? emit().catch(() => null) : null;
  }

  #sync(): void {
    this.#isStale = true;
    if (!this.#isSyncing) void this.#readRoom();
  }

  async #readRoom(): Promise<void> {
    this.#isSyncing = true;
    const { roomId } = this.#options;
    while (this.#isStale && this.#socket.connected && !this.#isClosed) {
      this.#isStale = false;
      const lastVersion = this.#view?.v;
      const message = { roomId, ...(lastVersion !== undefined && { lastVersion }) };
      const answer = await this.#ask<JoinAck>(() =>
        this.#socket.timeout(ANSWER_MS).emitWithAck('syncRoom', message),
      );
      if (answer?.ok) this.#caughtUp(answer);
      else if (answer?.code === 'ROOM_NOT_FOUND') this.emit('gone');
      else this.#retry();
    }
    this.#isSyncing = false;
  }

  #retry(): void {
    setTimeout(() => this.#sync(), RETRY_MS).unref();
  }

  #caughtUp({ catchUp }: Extract<JoinAck, { ok: true }>): void {
    if (catchUp.kind === 'snapshot') this.#adopt(viewOfSnapshot(catchUp.room));
    if (catchUp.kind === 'tail') for (const event of catchUp.events) this.#apply(event);
    if (this.#view === null) this.#retry();
    else this.emit('change');
  }

  #adopt(view: RoomView | null): void {
    this.#view = view;
  }

  #apply(event: WireRoomEvent): void {
    const view = this.#view;
    if (event.roomId !== this.#options.roomId || view === null || event.v <= view.v) return;
    const next = viewAfter(view, fromWireEvent(event));
    if (next === null) {
      // An event that does not follow: the whole room is read.
      if (event.v === view.v + 1) this.#view = null;
      this.#sync();
      return;
    }
    this.#view = next;
    this.emit('change');
  }
}
