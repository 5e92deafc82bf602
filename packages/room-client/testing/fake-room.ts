import {
  type ApiError,
  type ClientToServerEvents,
  type ErrorCode,
  errorBody,
  fromWireSide,
  type JoinAck,
  type JoinRoomMessage,
  type MoveAck,
  type MoveMessage,
  type RoomEvent,
  type RoomSnapshot,
  type ServerToClientEvents,
  type TimeControl,
  toWireEvent,
  toWireStatus,
} from '@doushouqi/protocol';
import { decide, type OfferKind, type Room, type RoomCommand, snapshotOf, turnOf } from '@doushouqi/room';
import type { Server, Socket } from 'socket.io';
import { BLUE, moveOf, RED, ROOM } from './rooms.ts';

/** One room behind a real Socket.IO server with the server's rules, and with faults on demand. For tests. */

type ServerSocket = Socket<ClientToServerEvents, ServerToClientEvents>;

/** A counter that a test can wait for. */
class Counter {
  #seen = 0;
  #waiting: { count: number; resolve: () => void }[] = [];

  add(): void {
    this.#seen++;
    for (const { count, resolve } of this.#waiting) if (this.#seen >= count) resolve();
  }

  reached(count: number): Promise<void> {
    if (this.#seen >= count) return Promise.resolve();
    return new Promise((resolve) => this.#waiting.push({ count, resolve }));
  }
}

export class FakeRoom {
  connections = 0;
  leaves = 0;
  confirmations = 0;
  readonly received: MoveMessage[] = [];
  readonly joins: JoinRoomMessage[] = [];
  readonly syncs: JoinRoomMessage[] = [];
  readonly claims: (string | null)[] = [];
  readonly #server: Server;
  readonly #events: RoomEvent[] = [];
  readonly #moves = new Counter();
  readonly #waitForCommands = new Counter();
  readonly #synced = new Counter();
  readonly #asked = new Counter();
  readonly #left = new Counter();
  readonly #joinsHeld: (() => void)[] = [];
  readonly #held: RoomCommand[] = [];
  #room: Room | null = null;
  #games = 0;
  #holding = false;
  #holdingJoins = false;
  #swallow = false;
  #mute = false;
  #garbled = 0;
  #refusal: ErrorCode | null = null;
  #rejection: ErrorCode | null = null;
  #failure: ApiError | null = null;
  #claimFailure: ApiError | null = null;

  /** A game between `RED` and `BLUE`, both present, at its start. */
  constructor(server: Server) {
    this.#server = server;
    for (const userId of [RED, BLUE]) {
      this.command({ type: 'join', userId, newGameId: this.#newGameId() });
      this.command({ type: 'presence', userId, here: true });
    }
    server.use((_, next) => {
      if (!this.#rejection) return next();
      next(Object.assign(new Error(), { data: errorBody(this.#rejection) }));
    });
    server.on('connection', (socket: ServerSocket) => this.#serve(socket));
  }

  /** Applies a command of a user or of the server; throws if the room refuses it. */
  command(command: RoomCommand, emits = true): { status: RoomSnapshot['status']; v: number } {
    const decided = decide(this.#room, ROOM, command, Date.now());
    if (!decided.ok) throw new Error(decided.error);
    this.#room = decided.value.room;
    this.#events.push(...decided.value.events);
    if (emits) for (const event of decided.value.events) this.#emit(event);
    return { status: toWireStatus(this.#room.header), v: decided.value.v };
  }

  get room(): Room {
    if (!this.#room) throw new Error('no player has joined');
    return this.#room;
  }

  get v(): number {
    return this.room.v;
  }

  /** Resolves when this many moves were reported as received. */
  waitForCommands = (count: number): Promise<void> => this.#waitForCommands.reached(count);
  moveArrived = (): Promise<void> => this.#moves.reached(1);
  synced = (): Promise<void> => this.#synced.reached(1);
  joining = (): Promise<void> => this.#asked.reached(1);
  left = (): Promise<void> => this.#left.reached(1);

  /** Moves are received, but neither made nor acknowledged until `makeHeld`. */
  holdMoves(): void {
    this.#holding = true;
  }

  makeHeld(): void {
    this.#holding = false;
    for (const command of this.#held.splice(0)) this.command(command);
  }

  /** Joins are not acknowledged until `answerJoins`. */
  holdJoins(): void {
    this.#holdingJoins = true;
  }

  answerJoins(): void {
    this.#holdingJoins = false;
    for (const answer of this.#joinsHeld.splice(0)) answer();
  }

  /** The next move is lost without a reply. */
  swallowNext(): void {
    this.#swallow = true;
  }

  /** The next `syncRoom` gets no reply. */
  muteNextSync(): void {
    this.#mute = true;
  }

  /** The next `answers` replies contain a game that the client cannot replay. */
  garbleNext(answers: number): void {
    this.#garbled = answers;
  }

  refuseNext(code: ErrorCode): void {
    this.#refusal = code;
  }

  /** New connections are refused with this code; null accepts them. */
  rejectWith(code: ErrorCode | null): void {
    this.#rejection = code;
  }

  /** The next HTTP call fails. */
  failNext(error: ApiError): void {
    this.#failure = error;
  }

  failNextClaim(error: ApiError): void {
    this.#claimFailure = error;
  }

  /** Sets the remaining time of both sides, in ms. */
  setTime(left: number): void {
    const { header } = this.room;
    const clock = { timeLeft: { red: left, blue: left }, lastMoveTime: Date.now() };
    this.#room = { ...this.room, header: { ...header, ...clock } };
  }

  /** Breaks every connection, as a network failure does. */
  cut(): void {
    for (const socket of this.#server.sockets.sockets.values()) socket.conn.close();
  }

  /** Moves every client out, as after a change of their rights. */
  close(): void {
    this.#server.to(ROOM).emit('roomClosed', { roomId: ROOM, ...errorBody('SPECTATORS_CLOSED') });
  }

  /** Disconnects every client, as a draining node does. */
  dismiss(): void {
    this.#server.disconnectSockets();
  }

  /** Ends every session as a node does: an event, then the disconnect. */
  endSession(code: ErrorCode): void {
    this.#server.emit('sessionEnded', errorBody(code));
    this.dismiss();
  }

  /** Makes moves for the side to move without notifying clients. */
  playSilently(moves: readonly string[]): void {
    for (const text of moves) this.play(text, false);
  }

  play(text: string, emits = true): void {
    const player = turnOf(this.room);
    this.command(
      { type: 'move', userId: player === 'red' ? RED : BLUE, side: player, ...moveOf(text) },
      emits,
    );
  }

  /** Both players agree to a new game. */
  playAgain(): void {
    this.command({ type: 'offer', userId: RED, kind: 'reset' });
    this.#answer(BLUE, 'reset', true);
  }

  repeatLast(): void {
    this.#emit(this.#events.at(-1)!);
  }

  /** The HTTP methods of the room for a user. */
  api(user: string | null) {
    const userId = user ?? '';
    const call = async <T>(answer: () => T): Promise<T> => {
      const failure = this.#failure;
      this.#failure = null;
      if (failure) throw failure;
      return answer();
    };
    const does = (command: RoomCommand) => () => call(() => this.command(command));
    const answers = (kind: OfferKind, accept: boolean) => () =>
      call(() => this.#answer(userId, kind, accept));
    return {
      joinRoom: () => call(() => ({ roomId: ROOM, spectators: [] })),
      getRoom: () => call(() => this.#snapshot()),
      leaveRoom: does({ type: 'leave', userId }),
      leaveSpectating: does({ type: 'leaveSpectating', userId }),
      requestDraw: () =>
        call(() => {
          const answer = this.command({ type: 'offer', userId, kind: 'draw' });
          return { ...answer, drawRequester: this.room.header.drawRequester };
        }),
      cancelDraw: answers('draw', false),
      requestUndo: does({ type: 'offer', userId, kind: 'undo' }),
      acceptUndo: answers('undo', true),
      rejectUndo: answers('undo', false),
      requestReset: does({ type: 'offer', userId, kind: 'reset' }),
      acceptReset: answers('reset', true),
      rejectReset: answers('reset', false),
      clearAction: does({ type: 'clearAction', userId }),
      clearOfflineSurrender: does({ type: 'clearOfflineSurrender', userId }),
      setTimeControl: ({ body }: { body: TimeControl }) =>
        call(() => this.command({ type: 'setTimeControl', userId, ...body })),
      sayInRoom: ({ body }: { body: { content: string } }) =>
        call(() => this.command({ type: 'say', userId, content: body.content })),
      surrender: does({ type: 'surrender', userId }),
      claimTimeout: async () => {
        this.claims.push(user);
        const failure = this.#claimFailure;
        this.#claimFailure = null;
        if (failure) throw failure;
        return this.command({ type: 'flag', userId });
      },
    };
  }

  #newGameId(): string {
    return `g${++this.#games}`;
  }

  #answer(userId: string, kind: OfferKind, accept: boolean) {
    return this.command({ type: 'answer', userId, kind, accept, newGameId: this.#newGameId() });
  }

  #snapshot() {
    const snapshot = snapshotOf(this.room, Date.now());
    if (this.#garbled === 0) return snapshot;
    this.#garbled--;
    return { ...snapshot, record: '0' };
  }

  #serve(socket: ServerSocket): void {
    this.connections++;
    const answer =
      (messages: JoinRoomMessage[]) => (message: JoinRoomMessage, ack?: (a: JoinAck) => void) => {
        messages.push(message);
        void socket.join(ROOM);
        ack?.(this.#catchUp(message.lastVersion));
      };
    socket.on('joinRoom', (message, ack) => {
      if (this.#holdingJoins) this.#joinsHeld.push(() => answer(this.joins)(message, ack));
      else answer(this.joins)(message, ack);
      this.#asked.add();
    });
    socket.on('leaveRoom', () => {
      this.leaves++;
      void socket.leave(ROOM);
      this.#left.add();
    });
    socket.on('syncRoom', (message, ack) => {
      if (this.#mute) {
        this.#mute = false;
        return;
      }
      answer(this.syncs)(message, ack);
      this.#synced.add();
    });
    socket.on('moveReceived', () => {
      this.confirmations++;
      this.#waitForCommands.add();
    });
    socket.on('move', (message, ack) => {
      this.received.push(message);
      this.#moves.add();
      const { roomId: _, player, ...move } = message;
      const userId = socket.handshake.auth.token;
      const result = this.#take({ type: 'move', userId, side: fromWireSide(player), ...move });
      if (result) ack?.(result);
    });
  }

  #catchUp(lastVersion: number | undefined): JoinAck {
    const events = this.#events.filter(({ v }) => v > (lastVersion ?? 0));
    const base = { ok: true, v: this.v, serverTime: Date.now() } as const;
    if (lastVersion === undefined || this.#garbled > 0)
      return { ...base, catchUp: { kind: 'snapshot', room: this.#snapshot() } };
    if (lastVersion === this.v) return { ...base, catchUp: { kind: 'upToDate' } };
    return { ...base, catchUp: { kind: 'tail', events: events.map(toWireEvent) } };
  }

  #take(command: RoomCommand): MoveAck | null {
    const refusal = this.#refusal ?? this.#refusalOf(command);
    this.#refusal = null;
    if (refusal) {
      const room = refusal === 'STALE_MOVE' && { room: this.#snapshot() };
      return { ok: false, ...errorBody(refusal), ...room };
    }
    if (this.#swallow) {
      this.#swallow = false;
      return null;
    }
    if (this.#holding) {
      this.#held.push(command);
      return null;
    }
    return { ok: true, v: this.command(command).v };
  }

  #refusalOf(command: RoomCommand): ErrorCode | null {
    const decided = decide(this.room, ROOM, command, Date.now());
    return decided.ok ? null : decided.error;
  }

  #emit(happened: RoomEvent): void {
    const { type, ...event } = toWireEvent(happened);
    this.#server.to(ROOM).emit(type, event);
  }
}
