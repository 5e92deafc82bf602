import {
  ApiError,
  ERRORS,
  type ErrorCode,
  type JoinAck,
  type MoveAck,
  type RoomEvent,
  type RoomSnapshot,
} from '@doushouqi/protocol';
import { checkMove, type Player, type Point, plyCount, positionOf, turn } from '@doushouqi/rules';
import { createStore, type StoreApi } from 'zustand/vanilla';
import { observeClock } from './clock.ts';
import { type GameSocket, reconnect } from './connection.ts';
import { createFlagClaim } from './flag-claim.ts';
import { DELAYS, type OnlineGameDeps } from './online-deps.ts';
import { initialState, type Notice, type OnlineState, seatOf, shownOf } from './online-state.ts';
import { premoveFate } from './premove.ts';
import { type Local, type PendingMove, type Reconciled, receive, reconcile } from './reconcile.ts';
import { createRoomCommands, type RoomCommands } from './room-commands.ts';
import { hearRoom } from './room-socket.ts';
import { isOver } from './room-state.ts';

/** Refusals after which nobody knows, or which asked for another try: the room decides. */
const UNDECIDED: readonly ErrorCode[] = ['UNAVAILABLE', 'ROOM_BUSY', 'INTERNAL', 'RATE_LIMITED'];

/**
 * One online room: its connection, its state and its commands, outside React. Decisions are made in
 * `reconcile.ts`; this shell carries messages and keeps the timers.
 */
export class OnlineGame {
  readonly store: StoreApi<OnlineState>;
  readonly userId: string | null;
  readonly commands: RoomCommands;
  readonly #deps: OnlineGameDeps;
  readonly #delays: typeof DELAYS;
  readonly #listeners = new Set<(notice: Notice) => void>();
  readonly #timers = new Map<'poll' | 'sync', ReturnType<typeof setTimeout>>();
  readonly #flag: ReturnType<typeof createFlagClaim>;
  #socket: GameSocket | null = null;
  #leaveSocket = (): void => {};
  #stopped = false;
  #syncing = false;
  /** Another question came up while one was under way; `full` asks for everything. */
  #again: 'tail' | 'full' | null = null;

  constructor(deps: OnlineGameDeps) {
    this.#deps = deps;
    this.#delays = { ...DELAYS, ...deps.delays };
    this.userId = deps.userId;
    this.store = createStore(() => initialState(deps.userId));
    this.commands = createRoomCommands(deps, {
      expect: (v) => this.#expect(v),
      offered: (kind) => {
        const { offeredAt } = this.store.getState();
        if (kind !== 'reset') this.store.setState({ offeredAt: { ...offeredAt, [kind]: deps.now() } });
      },
    });
    const state = this.store.getState;
    const seat = (): Player | null => seatOf(state(), deps.userId);
    this.#flag = createFlagClaim(seat, state, () => this.#claim(), {
      ...deps,
      retry: this.#delays.retry,
    });
  }

  /** Hears what the person must be told; returns the way out. */
  listen(listener: (notice: Notice) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** Enters the room, as a player, as a spectator or, without login, as a mere reader. */
  async start(): Promise<void> {
    this.store.setState({ phase: 'loading', failure: null });
    if (this.userId !== null && !(await this.#enter())) return;
    await this.#poll();
    if (this.userId !== null && !this.#stopped && !this.#socket) await this.#open();
  }

  /** Ends every timer and lets the connection go; the seat in the room stays. */
  stop(): void {
    this.#stopped = true;
    for (const timer of this.#timers.values()) clearTimeout(timer);
    this.#flag.stop();
    this.#listeners.clear();
    // A question under way may still put this connection into the room.
    if (!this.#syncing) this.#leaveSocket();
  }

  /** Looks at once: the page came to the front, the network came back. */
  refresh(): void {
    if (this.#stopped || this.store.getState().phase !== 'ready') return;
    if (this.#socket) reconnect(this.#socket);
    void this.#poll();
  }

  /**
   * Makes a move on the board at once and sends it; a refusal takes it back. One that the rules forbid is not
   * sent: its notice has no `from`, the board that offered it has shown so already.
   */
  move(from: Point, to: Point): void {
    const state = this.store.getState();
    const { room, pending } = state.local;
    const seat = seatOf(state, this.userId);
    if (!room?.header.gameId || pending || seat === null || state.connection !== 'up') return;
    if (room.header.status !== 'playing' || turn(positionOf(room.game)) !== seat) return;
    const error = checkMove(room.game, { from, to });
    if (error) {
      this.#tell({ kind: 'refused', code: error, message: ERRORS[error].message, from: null });
      return;
    }
    const { gameId } = room.header;
    const move = { id: this.#deps.randomId(), gameId, ply: plyCount(room.game), from, to, awaiting: true };
    this.#setLocal({ room, pending: move });
    void this.#send(move, seat);
  }

  /** Chooses the next move while the opponent thinks; it is made at once when the turn comes, if it is legal then. */
  premove(from: Point, to: Point): void {
    const { local, shown } = this.store.getState();
    const seat = seatOf(this.store.getState(), this.userId);
    const header = local.room?.header;
    if (!shown || !header?.gameId || header.status !== 'playing' || seat === null) return;
    if (turn(positionOf(shown)) === seat) return;
    this.store.setState({ premove: { gameId: header.gameId, ply: plyCount(shown), from, to } });
  }

  cancelPremove(): void {
    if (this.store.getState().premove) this.store.setState({ premove: null });
  }

  /** Knocks on the board, so that everybody in the room hears it. */
  nudge(nickname: string): void {
    if (this.#socket?.connected) this.#socket.emit('buttonClick', { roomId: this.#deps.roomId, nickname });
  }

  /** Leaves the room for good: a player in a running game surrenders by it. @throws ApiError */
  async leave(): Promise<void> {
    await this.commands.leave(seatOf(this.store.getState(), this.userId) === null);
    this.stop();
  }

  #tell(notice: Notice): void {
    for (const listener of this.#listeners) listener(notice);
  }

  #after(name: 'poll' | 'sync', delay: number, run: () => void): void {
    clearTimeout(this.#timers.get(name));
    if (this.#stopped) return;
    this.#timers.set(name, setTimeout(run, delay));
  }

  async #enter(): Promise<boolean> {
    const { roomId, api } = this.#deps;
    try {
      await api.joinRoom({ body: { roomId } });
      return !this.#stopped;
    } catch (error) {
      this.#failed(error);
      return false;
    }
  }

  #failed(error: unknown): void {
    if (this.#stopped) return;
    const refusal = error instanceof ApiError && error.status > 0 ? error : null;
    if (refusal?.code === 'ROOM_NOT_FOUND') this.store.setState({ phase: 'missing' });
    else if (this.store.getState().phase !== 'ready') {
      this.store.setState({ phase: 'failed', failure: refusal?.message ?? null });
    }
  }

  /** One look at the room: over the socket while it is up, else over HTTP; then again after a while. */
  async #poll(): Promise<void> {
    clearTimeout(this.#timers.get('poll'));
    if (this.store.getState().connection === 'up') await this.#sync('tail');
    else await this.#fetch();
    const { phase, local } = this.store.getState();
    const finished = local.room && isOver(local.room) && !local.pending;
    if (phase === 'ready' && !finished) this.#armPoll();
  }

  #armPoll(): void {
    this.#after('poll', this.#delays.poll, () => void this.#poll());
  }

  async #fetch(): Promise<void> {
    const { roomId, api, now } = this.#deps;
    const sentAt = now();
    try {
      const room = await api.getRoom({ params: { roomId }, query: { view: 'compact' } });
      if (this.#stopped || !('record' in room)) return;
      this.#observe(room.serverTime, sentAt);
      this.#adopt(room);
    } catch (error) {
      this.#failed(error);
    }
  }

  /** A snapshot that did not come over the socket cannot decide about sending again. */
  #adopt(room: RoomSnapshot): void {
    const result = reconcile(this.store.getState().local, { kind: 'snapshot', room });
    this.#take(result.fate === 'resend' ? { ...result, fate: 'kept' } : result);
    if (!this.store.getState().local.room) this.store.setState({ phase: 'failed' });
  }

  #observe(serverTime: number, sentAt: number): void {
    const clock = observeClock(this.store.getState().clock, serverTime, sentAt, this.#deps.now());
    this.store.setState({ clock });
  }

  async #open(): Promise<void> {
    const socket = await this.#deps.connect();
    if (this.#stopped) return;
    this.#socket = socket;
    this.#leaveSocket = hearRoom(socket, this.#deps.roomId, {
      connected: () => void this.#sync('tail'),
      down: () => this.#down(),
      event: (event) => this.#event(event),
      nudged: (nickname) => this.#tell({ kind: 'nudged', nickname }),
      syncRequested: () => void this.#sync('full'),
    });
    if (socket.connected) void this.#sync('tail');
  }

  /** Whatever was on its way may be lost: its outcome is unknown until the room is seen again. */
  #down(): void {
    if (this.#stopped) return;
    this.#unknown();
    this.store.setState({ connection: 'down' });
  }

  #unknown(): void {
    const { room, pending } = this.store.getState().local;
    if (pending) this.#setLocal({ room, pending: { ...pending, awaiting: false } });
  }

  #event(event: RoomEvent): void {
    if (this.#stopped) return;
    const result = receive(this.store.getState().local, event);
    this.#take(result);
    if (result.gap) void this.#sync('tail');
  }

  /** Asks for what is missing, one question at a time; joins the room first on a new connection. */
  async #sync(what: 'tail' | 'full'): Promise<void> {
    const socket = this.#socket;
    if (!socket?.connected || this.#stopped) return;
    if (this.#syncing) {
      this.#again = this.#again === 'full' ? 'full' : what;
      return;
    }
    this.#syncing = true;
    const answer = await this.#ask(socket, what);
    this.#syncing = false;
    const again = this.#again;
    this.#again = null;
    if (this.#stopped) this.#leaveSocket();
    else if (!socket.connected) return;
    else if (answer) this.#answered(answer, again);
    // A line that does not answer is dead, whatever it says of itself: a phone that slept has many of those.
    else socket.disconnect();
  }

  async #ask(socket: GameSocket, what: 'tail' | 'full'): Promise<JoinAck | null> {
    const { roomId, now } = this.#deps;
    const v = what === 'tail' ? this.store.getState().local.room?.v : undefined;
    const message = { roomId, ...(v === undefined ? {} : { lastVersion: v }) };
    const joined = this.store.getState().connection === 'up';
    const sentAt = now();
    try {
      const answer: JoinAck = await socket
        .timeout(this.#delays.ack)
        .emitWithAck(joined ? 'syncRoom' : 'joinRoom', message);
      if (answer.ok && !this.#stopped) this.#observe(answer.serverTime, sentAt);
      return answer;
    } catch {
      return null;
    }
  }

  #answered(answer: JoinAck, again: 'tail' | 'full' | null): void {
    if (!answer.ok) {
      if (answer.code === 'ROOM_NOT_FOUND') this.store.setState({ phase: 'missing' });
      else this.#after('sync', this.#delays.retry, () => void this.#sync('tail'));
      return;
    }
    const before = this.store.getState().connection;
    if (before !== 'up') this.store.setState({ connection: 'up' });
    if (before === 'down') this.#tell({ kind: 'reconnected' });
    const result = reconcile(this.store.getState().local, answer.catchUp);
    this.#take(result);
    // A snapshot that cannot be replayed would not be better the second time at once.
    if (result.gap && answer.catchUp.kind === 'snapshot')
      this.#after('sync', this.#delays.retry, () => void this.#sync('full'));
    else if (result.gap || again) void this.#sync(result.gap ? 'full' : again!);
  }

  #take({ local, fate }: Reconciled): void {
    const before = this.store.getState().local.room;
    this.#setLocal(local);
    // A game that ended under a move says so itself.
    if (fate === 'overtaken' && local.room?.header.status === 'playing') this.#tell({ kind: 'overtaken' });
    if (fate === 'resend' && local.pending) this.#resend(local.pending);
    // A finished room is not polled; one that plays again is.
    if (before && isOver(before) && local.room && !isOver(local.room)) void this.#poll();
  }

  #setLocal(local: Local): void {
    const { phase } = this.store.getState();
    this.store.setState({ local, shown: shownOf(local), phase: local.room ? 'ready' : phase });
    if (phase !== 'ready' && local.room) this.#armPoll();
    this.#flag.arm();
    this.#settlePremove();
  }

  #settlePremove(): void {
    const state = this.store.getState();
    const fate = premoveFate(state, seatOf(state, this.userId));
    if (!fate || !state.premove) return;
    const { from, to } = state.premove;
    this.store.setState({ premove: null });
    if (fate === 'play') this.move(from, to);
    else if (fate === 'drop') this.#tell({ kind: 'premoveDropped' });
  }

  #resend(pending: PendingMove): void {
    const seat = seatOf(this.store.getState(), this.userId);
    if (seat === null) return;
    const again = { ...pending, awaiting: true };
    this.#setLocal({ room: this.store.getState().local.room, pending: again });
    void this.#send(again, seat);
  }

  async #send(pending: PendingMove, player: Player): Promise<void> {
    const { roomId } = this.#deps;
    const { id, ply, from, to } = pending;
    // Never into Socket.IO's buffer: it would play a move that is minutes old (lessons A3).
    if (!this.#socket?.connected) {
      this.#unknown();
      return;
    }
    let ack: MoveAck | null;
    try {
      ack = await this.#socket
        .timeout(this.#delays.ack)
        .emitWithAck('move', { roomId, from, to, player, ply, id });
    } catch {
      ack = null;
    }
    if (this.#stopped || this.store.getState().local.pending?.id !== id) return;
    if (!ack) this.#undecided();
    else if (ack.ok) this.#expect(ack.v);
    else this.#refused(ack);
  }

  #undecided(): void {
    this.#unknown();
    this.#after('sync', this.#delays.retry, () => void this.#sync('tail'));
  }

  #refused(refusal: MoveAck & { ok: false }): void {
    if (UNDECIDED.includes(refusal.code)) {
      this.#undecided();
      return;
    }
    if (refusal.room)
      this.#take(reconcile(this.store.getState().local, { kind: 'snapshot', room: refusal.room }));
    const { room, pending } = this.store.getState().local;
    if (!pending) return;
    this.#setLocal({ room, pending: null });
    const { code, message } = refusal;
    this.#tell({ kind: 'refused', code, message, from: pending.from });
    void this.#sync('tail');
  }

  /** The server is at least at `v`: if the events do not say so soon, ask. */
  #expect(v: number): void {
    const behind = (): boolean => (this.store.getState().local.room?.v ?? -1) < v;
    if (!behind()) return;
    this.#after('sync', this.#delays.event, () => {
      if (behind()) void this.#poll();
    });
  }

  async #claim(): Promise<void> {
    try {
      await this.commands.claimTimeout();
    } catch (error) {
      // Refused because our clock is off, or not heard at all: look again before the next claim.
      await this.#poll();
      throw error;
    }
  }
}
