import {
  type ApiError,
  type ClientToServerEvents,
  type ErrorCode,
  errorBody,
  type JoinAck,
  type JoinRoomMessage,
  type LastAction,
  type MoveAck,
  type MoveMessage,
  type RoomEvent,
  type RoomHeader,
  type RoomSnapshot,
  type ServerToClientEvents,
} from '@doushouqi/protocol';
import { formatRecord, type Game, newGame, ONLINE_RULE_SET, play, plyCount, undo } from '@doushouqi/rules';
import type { Server, Socket } from 'socket.io';
import type { OnlineGameDeps } from './online-deps.ts';
import type { OfferKind } from './room-log.ts';
import { headerOf, moveOf, RED, ROOM } from './testing.ts';

/** One room that speaks the protocol over a real Socket.IO server, with ways to misbehave. For tests. */

type ServerSocket = Socket<ClientToServerEvents, ServerToClientEvents>;

/** Counts things that happened, and lets a test wait for the next ones. */
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
  v = 1;
  game: Game = newGame(ONLINE_RULE_SET);
  header: RoomHeader = headerOf({ lastMoveTime: Date.now() });
  connections = 0;
  leaves = 0;
  readonly received: MoveMessage[] = [];
  readonly joins: JoinRoomMessage[] = [];
  readonly syncs: JoinRoomMessage[] = [];
  readonly claims: (string | null)[] = [];
  readonly #server: Server;
  readonly #events: RoomEvent[] = [];
  readonly #moves = new Counter();
  readonly #heard = new Counter();
  readonly #synced = new Counter();
  readonly #asked = new Counter();
  readonly #left = new Counter();
  readonly #joinsHeld: (() => void)[] = [];
  readonly #held: MoveMessage[] = [];
  #holding = false;
  #holdingJoins = false;
  #swallow = false;
  #mute = false;
  #refusal: ErrorCode | null = null;
  #rejection: ErrorCode | null = null;
  #failure: ApiError | null = null;
  #claimFailure: ApiError | null = null;

  constructor(server: Server) {
    this.#server = server;
    server.use((_, next) => {
      if (!this.#rejection) return next();
      next(Object.assign(new Error(), { data: errorBody(this.#rejection) }));
    });
    server.on('connection', (socket: ServerSocket) => this.#serve(socket));
  }

  /** Lets the test wait until this many moves were reported as received. */
  heard = (count: number): Promise<void> => this.#heard.reached(count);
  moveArrived = (): Promise<void> => this.#moves.reached(1);
  synced = (): Promise<void> => this.#synced.reached(1);
  joining = (): Promise<void> => this.#asked.reached(1);
  left = (): Promise<void> => this.#left.reached(1);

  /** Moves are taken in but neither made nor answered until `makeHeld`. */
  holdMoves(): void {
    this.#holding = true;
  }

  makeHeld(): void {
    this.#holding = false;
    for (const message of this.#held.splice(0)) this.#make(message);
  }

  /** Who joins gets no answer until `answerJoins`. */
  holdJoins(): void {
    this.#holdingJoins = true;
  }

  answerJoins(): void {
    this.#holdingJoins = false;
    for (const answer of this.#joinsHeld.splice(0)) answer();
  }

  /** The next move is lost without an answer. */
  swallowNext(): void {
    this.#swallow = true;
  }

  /** The next `syncRoom` is never answered. */
  muteNextSync(): void {
    this.#mute = true;
  }

  refuseNext(code: ErrorCode): void {
    this.#refusal = code;
  }

  /** New connections are refused, until null. */
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

  setTime(left: number): void {
    this.header = { ...this.header, timeLeft: { player1: left, player2: left }, lastMoveTime: Date.now() };
  }

  /** Breaks every connection as a network does. */
  cut(): void {
    for (const socket of this.#server.sockets.sockets.values()) socket.conn.close();
  }

  /** Says goodbye to every connection, as a node does that drains. */
  dismiss(): void {
    this.#server.disconnectSockets();
  }

  /** Makes moves without telling anybody. */
  playSilently(moves: readonly string[]): void {
    for (const text of moves) this.#make({ ...moveOf(text), roomId: ROOM, player: 1 }, false);
  }

  play(text: string): void {
    this.#make({ ...moveOf(text), roomId: ROOM, player: 1 });
  }

  repeatLast(): void {
    this.#tell(this.#events.at(-1)!);
  }

  api(userId: string | null): OnlineGameDeps['api'] {
    const call = async <T>(answer: () => T): Promise<T> => {
      const failure = this.#failure;
      this.#failure = null;
      if (failure) throw failure;
      return answer();
    };
    const outcome = () => ({ status: this.header.status, v: this.v });
    return {
      joinRoom: () => call(() => ({ roomId: ROOM, spectators: [] })),
      getRoom: () => call(() => this.#snapshot()),
      leaveRoom: () => call(outcome),
      leaveSpectating: () => call(outcome),
      requestDraw: () =>
        call(() => ({ ...this.#offer('draw', userId), drawRequester: this.header.drawRequester })),
      cancelDraw: () => call(() => this.#answer('draw', null)),
      requestUndo: () => call(() => this.#offer('undo', userId)),
      acceptUndo: () => call(() => this.#answer('undo', { type: 'undo_accepted', by: userId! })),
      rejectUndo: () => call(() => this.#answer('undo', { type: 'undo_rejected', by: userId! })),
      requestReset: () => call(() => this.#offer('reset', userId)),
      acceptReset: () => call(() => this.#answer('reset', null)),
      rejectReset: () => call(() => this.#answer('reset', null)),
      clearAction: () => call(() => this.update({ lastAction: null })),
      clearOfflineSurrender: () => call(() => this.update({ offlinePlayerSurrendered: null })),
      setTimeControl: ({ body }) => call(() => this.update({ timeControl: body })),
      sayInRoom: ({ body }) => call(() => this.#say(userId!, body.content)),
      surrender: () => call(() => this.#end(userId === RED ? 2 : 1, 'SURRENDER') ?? outcome()),
      claimTimeout: async () => {
        this.claims.push(userId);
        const failure = this.#claimFailure;
        this.#claimFailure = null;
        if (failure) throw failure;
        this.#end(2, 'TIME_UP');
        return outcome();
      },
    };
  }

  #snapshot(): RoomSnapshot {
    const { header, v, game } = this;
    return {
      ...header,
      roomId: ROOM,
      v,
      record: formatRecord(game),
      chatMessages: [],
      serverTime: Date.now(),
    };
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
    socket.on('moveReceived', () => this.#heard.add());
    socket.on('move', (message, ack) => {
      this.received.push(message);
      this.#moves.add();
      const result = this.#take(message);
      if (result) ack?.(result);
    });
  }

  #catchUp(lastVersion: number | undefined): JoinAck {
    const events = this.#events.filter(({ v }) => v > (lastVersion ?? 0));
    const base = { ok: true, v: this.v, serverTime: Date.now() } as const;
    if (lastVersion === undefined) return { ...base, catchUp: { kind: 'snapshot', room: this.#snapshot() } };
    if (lastVersion === this.v) return { ...base, catchUp: { kind: 'upToDate' } };
    return { ...base, catchUp: { kind: 'tail', events } };
  }

  #take(message: MoveMessage): MoveAck | null {
    const refusal = this.#refusal;
    this.#refusal = null;
    if (refusal)
      return {
        ok: false,
        ...errorBody(refusal),
        ...(refusal === 'STALE_MOVE' && { room: this.#snapshot() }),
      };
    if (this.#swallow) {
      this.#swallow = false;
      return null;
    }
    if (this.#holding) {
      this.#held.push(message);
      return null;
    }
    this.#make(message);
    return { ok: true, v: this.v };
  }

  #make({ from, to, id }: MoveMessage, tell = true): void {
    const played = play(this.game, { from, to });
    if (!played.ok) throw new Error(played.error);
    const ply = plyCount(played.value);
    this.game = played.value;
    this.header = { ...this.header, lastMoveTime: Date.now(), ply };
    const player = ply % 2 === 1 ? 1 : 2;
    const { timeLeft } = this.header;
    const lastMoveTime = Date.now();
    this.#add(
      {
        type: 'moveMade',
        roomId: ROOM,
        v: ++this.v,
        gameId: 'g1',
        ply,
        id: id ?? null,
        player,
        from,
        to,
        timeLeft,
        lastMoveTime,
        lag: 0,
      },
      tell,
    );
  }

  #end(winner: 1 | 2, endReason: 'SURRENDER' | 'TIME_UP'): null {
    const status = winner === 1 ? 'player1_win' : 'player2_win';
    this.header = { ...this.header, status, winner, endReason, lastMoveTime: null };
    this.#add({ type: 'gameStateUpdate', ...this.header, roomId: ROOM, v: ++this.v, at: Date.now() }, true);
    return null;
  }

  /** Changes the room as an event would. */
  update(changes: Partial<RoomHeader>): { status: RoomHeader['status']; v: number } {
    this.header = { ...this.header, ...changes };
    this.#add({ type: 'gameStateUpdate', ...this.header, roomId: ROOM, v: ++this.v, at: Date.now() }, true);
    return { status: this.header.status, v: this.v };
  }

  #offer(kind: OfferKind, userId: string | null) {
    return this.update({ [`${kind}Requester`]: userId });
  }

  /** An accepted undo takes one half-move back. */
  #answer(kind: OfferKind, lastAction: LastAction | null) {
    const back = lastAction?.type === 'undo_accepted';
    if (back) this.game = undo(this.game);
    return this.update({ [`${kind}Requester`]: null, lastAction, ply: plyCount(this.game) });
  }

  #say(fromId: string, content: string) {
    const v = ++this.v;
    const line = { id: String(v), fromId, content, ply: plyCount(this.game), timestamp: Date.now() };
    this.#add({ type: 'chatMessage', roomId: ROOM, v, ...line }, true);
    return { status: this.header.status, v };
  }

  #add(event: RoomEvent, tell: boolean): void {
    this.#events.push(event);
    if (tell) this.#tell(event);
  }

  #tell({ type, ...event }: RoomEvent): void {
    this.#server.to(ROOM).emit(type, event);
  }
}
