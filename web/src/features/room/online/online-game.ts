import { ApiError } from '@doushouqi/protocol';
import { isOver, isPlaying } from '@doushouqi/room';
import type { Point } from '@doushouqi/rules';
import type { StoreApi } from 'zustand/vanilla';
import {
  type GameController,
  type GameNotice,
  Listeners,
  type Offers,
  type Premoves,
} from '../../../game/controller.ts';
import { FlagClaim } from './flag-claim.ts';
import type { OnlineState, RoomNotice } from './online-state.ts';
import { DELAYS, type OnlineGameDeps, OnlineStore } from './online-store.ts';
import { OwnMoves } from './own-moves.ts';
import type { Local, Reconciled } from './reconcile.ts';
import { createRoomCommands, type RoomCommands } from './room-commands.ts';
import { RoomConnection } from './room-connection.ts';
import { RoomPoll } from './room-poll.ts';

/** The server heard and said no, which is an answer. */
function isRefusal(error: unknown): boolean {
  return error instanceof ApiError && error.status > 0 && error.status < 500;
}

/**
 * The game of one online room, outside React. What to do with what the server says is decided in `reconcile.ts`; here
 * the parts are put together: the connection, the poll, the own moves, the commands.
 */
export class OnlineGame implements GameController {
  readonly store: StoreApi<OnlineState>;
  readonly userId: string | null;
  readonly commands: RoomCommands;
  readonly offers: Offers;
  readonly premoves: Premoves;
  readonly #deps: OnlineGameDeps;
  readonly #data: OnlineStore;
  readonly #connection: RoomConnection;
  readonly #poll: RoomPoll;
  readonly #moves: OwnMoves;
  readonly #flag: FlagClaim;
  readonly #notices = new Listeners<GameNotice>();
  readonly #roomNotices = new Listeners<RoomNotice>();
  #stopped = false;
  #create = false;
  /** The game whose time could not be claimed: said once. */
  #unclaimed: string | null = null;

  constructor(deps: OnlineGameDeps) {
    this.#deps = deps;
    this.userId = deps.userId;
    const delays = { ...DELAYS, ...deps.delays };
    const data = new OnlineStore(deps);
    const settle = (local: Local): void => this.#settle(local);
    const take = (result: Reconciled): void => this.#take(result);
    const expect = (v: number): void => this.#poll.expect(v);
    this.#data = data;
    this.store = data.api;
    this.commands = createRoomCommands(deps, {
      expect,
      offered: (kind) => data.set({ offeredAt: { ...data.get().offeredAt, [kind]: deps.now() } }),
    });
    this.offers = this.commands.offers;
    this.#connection = new RoomConnection(deps, delays, data, {
      take,
      lost: () => this.#moves.lose(),
      tell: this.#roomNotices.tell,
    });
    this.#poll = new RoomPoll(deps, delays, data, { take, sync: () => this.#connection.sync('tail') });
    this.#moves = new OwnMoves(deps, data, this.#connection, {
      settle,
      take,
      expect,
      tell: this.#notices.tell,
      failed: () => this.#roomNotices.tell({ kind: 'moveFailed' }),
    });
    this.premoves = this.#moves;
    const claim = (): Promise<void> => this.#claim();
    this.#flag = new FlagClaim({
      state: data.api.getState,
      claim,
      random: deps.random,
      retry: delays.retry,
    });
  }

  listen(listener: (notice: GameNotice) => void): () => void {
    return this.#notices.add(listener);
  }

  /** Hears what happens in the room and not in its game; returns the way to stop. */
  listenRoom(listener: (notice: RoomNotice) => void): () => void {
    return this.#roomNotices.add(listener);
  }

  /**
   * Enters the room, as a player, as a spectator or, without login, as a mere reader. One that is not there is made
   * only with `create`, which holds for later tries too.
   */
  async start(create = this.#create): Promise<void> {
    const { roomId, api } = this.#deps;
    this.#create = create;
    this.#data.set({ phase: 'loading', failure: null });
    try {
      if (this.userId !== null) await api.joinRoom({ body: { roomId, create } });
      if (this.#stopped) return;
      await this.#poll.look();
      if (this.userId !== null) await this.#connection.open();
    } catch (error) {
      if (!this.#stopped) this.#data.fail(error);
    }
  }

  /** Ends every timer and lets the connection go; the seat in the room stays. */
  stop(): void {
    this.#stopped = true;
    for (const part of [this.#poll, this.#flag, this.#moves, this.#connection]) part.stop();
    for (const listeners of [this.#notices, this.#roomNotices]) listeners.clear();
  }

  /** Looks at once: the page came to the front, the network came back. */
  refresh(): void {
    if (this.#stopped || this.#data.get().phase !== 'ready') return;
    this.#connection.reconnect();
    void this.#poll.look();
  }

  move(from: Point, to: Point): void {
    this.#moves.make(from, to);
  }

  /** Knocks on the board, so that everybody in the room hears it. */
  nudge(nickname: string): void {
    this.#connection.nudge(nickname);
  }

  /** The person sees the table: the clock of the first move waits no longer. */
  showTable(): void {
    this.#connection.showTable();
  }

  /** The person looks elsewhere; the server knows where that counts. */
  lookAway(): void {
    this.#connection.lookAway();
  }

  /** The server's time by this client's reckoning, epoch ms; null before it was ever seen. */
  serverTime(): number | null {
    return this.#data.serverTime();
  }

  /** Leaves the room for good: a player in a running game surrenders by it. @throws ApiError */
  async leave(): Promise<void> {
    await this.commands.leave(this.#data.get().own === null);
    this.stop();
  }

  #take({ local, fate }: Reconciled): void {
    const before = this.#data.get().local.room;
    this.#settle(local);
    // A game that ended under a move says so itself.
    if (fate === 'overtaken' && local.room && isPlaying(local.room))
      this.#roomNotices.tell({ kind: 'overtaken' });
    if (fate === 'resend') this.#moves.resend();
    // A finished room may not be looked at any more; one that plays again is.
    if (before && isOver(before) && local.room && !isOver(local.room)) this.#poll.arm();
  }

  #settle(local: Local): void {
    const { phase } = this.#data.get();
    this.#data.set({ local, phase: local.room ? 'ready' : phase });
    if (phase !== 'ready' && local.room) this.#poll.arm();
    this.#flag.arm();
    this.#moves.settlePremove();
  }

  async #claim(): Promise<void> {
    try {
      await this.commands.claimTimeout();
    } catch (error) {
      // Refused because our clock is off, or not heard at all: look again before the next claim.
      const { gameId } = this.#data.get();
      if (!isRefusal(error) && this.#unclaimed !== gameId) this.#roomNotices.tell({ kind: 'timeoutFailed' });
      this.#unclaimed = gameId;
      await this.#poll.look();
      throw error;
    }
  }
}
