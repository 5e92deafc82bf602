import { randomUUID } from 'node:crypto';
import { EventEmitter, once } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';
import type {
  CatchUp,
  ClientToServerEvents,
  ErrorCode,
  JoinAck,
  MoveAck,
  MoveMessage,
  RoomEvent,
  RoomHeader,
  RoomSnapshot,
  ServerToClientEvents,
  WireRoomEvent,
} from '@doushouqi/protocol';
import {
  fromWireEvent,
  fromWireHeader,
  GOING_AWAY,
  HANDSHAKE_ROOM,
  ROOM_POLL_INTERVAL,
  SOCKET_RECONNECTION,
  toWireSide,
} from '@doushouqi/protocol';
import { gameMoves, type Move, ONLINE_RULE_SET, parseRecord, type Side, type Winner } from '@doushouqi/rules';
import { io, type ManagerOptions, type Socket } from 'socket.io-client';

/** Timing of a client. Milliseconds. */
export interface ClientTiming {
  /** Whether the handshake contains the room, so that the gateway chooses the opponent's node. */
  namesRoom: boolean;
  socket: Partial<ManagerOptions>;
  /** Timeout of an answer. */
  answer: number;
  /** Delay before a retry. */
  retry: number;
  /** Poll interval of the room. */
  poll: number;
}

/** Faster than users, to shorten tests. */
const HASTY: ClientTiming = {
  namesRoom: false,
  socket: {
    transports: ['websocket'],
    reconnectionDelay: 100,
    reconnectionDelayMax: 500,
    timeout: 3_000,
  },
  answer: 2_000,
  retry: 150,
  poll: 2_000,
};

/** The web's timing (`web/src/client/connection.ts`, `web/src/features/room/online/online-store.ts`). */
export const LIKE_THE_WEB: ClientTiming = {
  namesRoom: true,
  socket: { ...SOCKET_RECONNECTION, transports: ['polling', 'websocket'], tryAllTransports: true },
  answer: 5_000,
  retry: 1_000,
  poll: ROOM_POLL_INTERVAL,
};

/** Number of successive timeouts after which the connection counts as dead. */
const SILENCES = 2;
/** Refusals with an unknown outcome, or that require a retry. */
const UNDECIDED: readonly ErrorCode[] = ['UNAVAILABLE', 'ROOM_BUSY', 'RATE_LIMITED', 'STALE_MOVE'];

export interface RoomClientOptions {
  /** Address of the gateway, or of a proxy before it. */
  url: string;
  token: string;
  roomId: string;
  seat: Side;
  timing?: ClientTiming;
}

/** The end of a game as this client received it. Epoch ms. */
export interface Ending {
  winner: Winner | null;
  endReason: string;
  receivedAt: number;
  /**
   * Time at which the side to move runs out of time, by the previous clock of this client; null if there was none.
   */
  deadline: number | null;
}

function sameMove(a: Move | undefined, b: Move): boolean {
  return a?.from.x === b.from.x && a.from.y === b.from.y && a.to.x === b.to.x && a.to.y === b.to.y;
}

function movesOf(record: string): Move[] {
  const game = parseRecord(record, { ruleSet: ONLINE_RULE_SET });
  if (!game.ok) throw new Error(`the server sent a record that cannot be replayed: ${game.error.code}`);
  return gameMoves(game.value).map(({ from, to }) => ({ from, to }));
}

/**
 * A client without a browser that follows the protocol as the web does: folds the version stream, requests gaps, and
 * repeats a move of unknown outcome only if the room has not changed.
 */
export class RoomClient {
  readonly socket: Socket<ServerToClientEvents, ClientToServerEvents>;
  v = 0;
  moves: Move[] = [];
  header: RoomHeader | null = null;
  ending: Ending | null = null;
  /** Moves that the server acknowledged and must not lose. */
  readonly acknowledged: Move[] = [];
  readonly #options: RoomClientOptions;
  readonly #timing: ClientTiming;
  readonly #changes = new EventEmitter();
  /** Events may be missing. */
  #stale = true;
  /** Whether the whole room must be requested, because the cached state may have been undone. */
  #whole = false;
  #syncing: Promise<void> | null = null;
  #silences = 0;
  #closed = false;
  readonly #poll: NodeJS.Timeout;

  constructor(options: RoomClientOptions) {
    this.#options = options;
    this.#timing = options.timing ?? HASTY;
    this.#poll = setInterval(() => void this.refresh(), this.#timing.poll);
    this.#changes.setMaxListeners(50);
    this.socket = io(options.url, {
      auth: { token: options.token },
      forceNew: true,
      ...(this.#timing.namesRoom ? { query: { [HANDSHAKE_ROOM]: options.roomId } } : {}),
      ...this.#timing.socket,
    });
    // The web reconnects by websocket, whatever its first transport.
    this.socket.io.on('open', () => {
      if (this.#timing === LIKE_THE_WEB) this.socket.io.opts.transports = ['websocket', 'polling'];
    });
    this.socket.on('connect', () => {
      this.#changes.emit('connect');
      this.#lost();
    });
    this.socket.on('disconnect', () => {
      this.#lost();
      this.#comeBack();
    });
    this.socket.on('connect_error', () => this.#comeBack());
    this.socket.on('goingAway', () => {
      const leave = () => this.socket.connected && this.socket.disconnect().connect();
      setTimeout(leave, GOING_AWAY.jitter * Math.random());
    });
    this.socket.on('syncRequested', () => {
      this.#whole = true;
      this.#lost();
    });
    this.socket.on('moveMade', (event) => this.#event({ type: 'moveMade', ...event }));
    this.socket.on('gameStateUpdate', (event) => this.#event({ type: 'gameStateUpdate', ...event }));
    this.socket.on('chatMessage', (event) => this.#event({ type: 'chatMessage', ...event }));
  }

  /** The realtime node that the gateway chose for this connection. */
  get node(): string {
    return String(this.socket.io.engine?.id).split('.')[0] ?? '';
  }

  get over(): boolean {
    return this.header !== null && this.header.winner !== null;
  }

  /** Resolves when `holds` returns true; rejects with this client's state after `ms`. */
  async until(holds: () => boolean, ms: number, what: string): Promise<void> {
    const deadline = AbortSignal.timeout(ms);
    while (!holds()) {
      await once(this.#changes, 'change', { signal: deadline }).catch(() => {
        const { v, moves, header } = this;
        throw new Error(`not ${what} in ${ms} ms: v ${v}, ${moves.length} moves, ${header?.status}`);
      });
    }
  }

  /** Makes the next move with retries; resolves to its refusal, or null once it is made. */
  async play(move: Move): Promise<ErrorCode | null> {
    const { roomId, seat } = this.#options;
    const ply = this.moves.length;
    const message: MoveMessage = { roomId, ...move, player: toWireSide(seat), ply, id: randomUUID() };
    for (;;) {
      await this.inSync();
      if (this.moves.length > ply) return sameMove(this.moves[ply], move) ? null : 'STALE_MOVE';
      if (this.over) return 'GAME_OVER';
      const answer = await this.#ask<MoveAck>(() =>
        this.socket.timeout(this.#timing.answer).emitWithAck('move', message),
      );
      if (answer?.ok) {
        this.acknowledged.push(move);
        return null;
      }
      if (answer && !UNDECIDED.includes(answer.code)) return answer.code;
      this.#lost();
      await this.#pause();
    }
  }

  /** Resolves when this client has the server's version. */
  inSync(): Promise<void> {
    if (!this.#stale && !this.#syncing) return Promise.resolve();
    this.#syncing ??= this.#sync().finally(() => {
      this.#syncing = null;
    });
    return this.#syncing;
  }

  /** Requests missing events from the store. */
  async refresh(): Promise<void> {
    this.#lost();
    await this.inSync();
  }

  close(): void {
    this.#closed = true;
    clearInterval(this.#poll);
    this.socket.disconnect();
  }

  /** Records that events may be missing. */
  #lost(): void {
    this.#stale = true;
    if (this.socket.connected) void this.inSync();
  }

  /** Also reconnects where Socket.IO does not: after a refusal or a disconnect by the server. */
  #comeBack(): void {
    setTimeout(() => {
      if (!this.#closed && !this.socket.active) this.socket.connect();
    }, this.#timing.retry).unref();
  }

  /** Ends early on a reconnect, as in the web. */
  async #pause(): Promise<void> {
    const over = new AbortController();
    const { signal } = over;
    const ends = [
      delay(this.#timing.retry, undefined, { signal }),
      once(this.#changes, 'connect', { signal }),
    ];
    await Promise.race(ends);
    for (const end of ends) end.catch(() => undefined);
    over.abort();
  }

  async #sync(): Promise<void> {
    const { roomId } = this.#options;
    while (this.#stale && !this.#closed) {
      this.#stale = false;
      const isWhole = this.#whole || !this.header;
      this.#whole = false;
      const message = { roomId, ...(isWhole ? {} : { lastVersion: this.v }) };
      const answer = await this.#ask<JoinAck>(() =>
        this.socket.timeout(this.#timing.answer).emitWithAck('syncRoom', message),
      );
      if (answer?.ok && this.#catchUp(answer.catchUp)) continue;
      this.#stale = true;
      this.#whole ||= isWhole;
      await this.#pause();
    }
  }

  async #ask<Ack>(emit: () => Promise<Ack>): Promise<Ack | null> {
    // Bypasses Socket.IO's buffer, which would send a move minutes later.
    if (!this.socket.connected) return null;
    try {
      const answer = await emit();
      this.#silences = 0;
      return answer;
    } catch {
      if (++this.#silences >= SILENCES && !this.#closed) {
        this.#silences = 0;
        this.socket.disconnect().connect();
      }
      return null;
    }
  }

  #catchUp(answer: CatchUp): boolean {
    if (answer.kind === 'snapshot') this.#adopt(answer.room);
    else if (answer.kind === 'tail') {
      for (const event of answer.events) if (!this.#apply(fromWireEvent(event))) return false;
    }
    return this.header !== null;
  }

  #adopt(room: RoomSnapshot): void {
    this.v = room.v;
    this.moves = movesOf(room.record);
    this.#headed(fromWireHeader(room));
  }

  #event(event: WireRoomEvent): void {
    if (event.roomId === this.#options.roomId && !this.#apply(fromWireEvent(event))) this.#lost();
  }

  /** Applies an event. Returns false if events before it are missing. */
  #apply(event: RoomEvent): boolean {
    if (event.v <= this.v) return true;
    if (event.v > this.v + 1 || !this.header) return false;
    this.v = event.v;
    if (event.type === 'moveMade') {
      const { from, to, timeLeft, lastMoveTime, ply } = event;
      this.moves = [...this.moves.slice(0, ply - 1), { from, to }];
      this.#headed({ ...this.header, timeLeft, lastMoveTime, ply });
    } else if (event.type === 'gameStateUpdate') {
      this.moves = event.gameId === this.header.gameId ? this.moves.slice(0, event.ply) : [];
      this.#headed(event);
    } else this.#changes.emit('change');
    return true;
  }

  #headed(header: RoomHeader): void {
    const before = this.header;
    this.header = header;
    if (header.winner === null) this.ending = null;
    else this.ending ??= this.#endingOf(header, before);
    this.#changes.emit('change');
  }

  #endingOf({ winner, endReason }: RoomHeader, before: RoomHeader | null): Ending {
    const started = before?.lastMoveTime ?? null;
    const left = before?.timeLeft[this.moves.length % 2 === 0 ? 'red' : 'blue'];
    const deadline = started === null || left === undefined ? null : started + left;
    return { winner, endReason, receivedAt: Date.now(), deadline };
  }
}
