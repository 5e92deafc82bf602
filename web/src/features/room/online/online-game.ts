import { ApiError, type RoomWish } from '@doushouqi/protocol';
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

/** The server received the request and refused it. */
function isRefusal(error: unknown): boolean {
  return error instanceof ApiError && error.status > 0 && error.status < 500;
}

/**
 * The game of one online room, outside React. `reconcile.ts` decides how to handle answers of the server; this class
 * combines the parts: connection, poll, own moves, commands.
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
  #wish: RoomWish | null = null;
  #seat = true;
  /** The game whose timeout claim failed: reported once. */
  #unclaimed: string | null = null;

  constructor(deps: OnlineGameDeps) {
    this.#deps = deps;
    this.userId = deps.userId;
    const delays = { ...DELAYS, ...deps.delays };
    const data = new OnlineStore(deps);
    const setLocal = (local: Local): void => this.#setLocal(local);
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
      notify: this.#roomNotices.notify,
    });
    this.#poll = new RoomPoll(deps, delays, data, { take, sync: () => this.#connection.sync('tail') });
    this.#moves = new OwnMoves(deps, data, this.#connection, {
      setLocal,
      take,
      expect,
      notify: this.#notices.notify,
      failed: () => this.#roomNotices.notify({ kind: 'moveFailed' }),
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

  /** Listens to notices of the room that are not about its game; returns the unsubscribe function. */
  listenRoom(listener: (notice: RoomNotice) => void): () => void {
    return this.#roomNotices.add(listener);
  }

  /**
   * Enters the room as a player, as a spectator or, without login, as a visitor. Creates a missing room only with a
   * `wish`, and takes a free seat only with `seat`. Both also apply to later attempts.
   */
  async start(wish = this.#wish, seat = this.#seat): Promise<void> {
    const { roomId, api } = this.#deps;
    this.#wish = wish;
    this.#seat = seat;
    this.#data.set({ phase: 'loading', failure: null });
    try {
      if (this.userId !== null)
        await api.joinRoom({ body: { ...wish, roomId, create: wish !== null, seat } });
      if (this.#stopped) return;
      await this.#poll.check();
      if (this.userId !== null) await this.#connection.open();
    } catch (error) {
      if (!this.#stopped) this.#data.fail(error);
    }
  }

  /** Ends all timers and releases the connection; the seat in the room stays. */
  stop(): void {
    this.#stopped = true;
    for (const part of [this.#poll, this.#flag, this.#moves, this.#connection]) part.stop();
    for (const listeners of [this.#notices, this.#roomNotices]) listeners.clear();
  }

  /** Checks the room now: the page became visible, or the network returned. */
  refresh(): void {
    if (this.#stopped || this.#data.get().phase !== 'ready') return;
    this.#connection.reconnect();
    void this.#poll.check();
  }

  move(from: Point, to: Point): void {
    this.#moves.make(from, to);
  }

  /** Sends a request to hurry, which all users in the room hear. */
  nudge(): void {
    this.#connection.nudge();
  }

  /** Reports that the player sees the table: the clock of the first move may start. */
  showTable(): void {
    this.#connection.showTable();
  }

  /** Reports that the player left the window; some room kinds count this. */
  lookAway(): void {
    this.#connection.lookAway();
  }

  /** The server's time as estimated by this client, epoch ms; null before the first observation. */
  serverTime(): number | null {
    return this.#data.serverTime();
  }

  /** Leaves the room: a player in a running game loses it. @throws ApiError */
  async leave(): Promise<void> {
    await this.commands.leave(this.#data.get().own === null);
    this.stop();
  }

  #take({ local, fate }: Reconciled): void {
    const before = this.#data.get().local.room;
    this.#setLocal(local);
    // When the game ended meanwhile, its result is shown instead.
    if (fate === 'overtaken' && local.room && isPlaying(local.room))
      this.#roomNotices.notify({ kind: 'overtaken' });
    if (fate === 'resend') this.#moves.resend();
    // The poll may have stopped in the finished room; a new game restarts it.
    if (before && isOver(before) && local.room && !isOver(local.room)) this.#poll.arm();
  }

  #setLocal(local: Local): void {
    const { phase } = this.#data.get();
    this.#data.set({ local, phase: local.room ? 'ready' : phase });
    if (phase !== 'ready' && local.room) this.#poll.arm();
    this.#flag.arm();
    this.#moves.checkPremove();
  }

  async #claim(): Promise<void> {
    try {
      await this.commands.claimTimeout();
    } catch (error) {
      // Refused because the local clock is wrong, or not received: check the room before the next claim.
      const { gameId } = this.#data.get();
      if (!isRefusal(error) && this.#unclaimed !== gameId)
        this.#roomNotices.notify({ kind: 'timeoutFailed' });
      this.#unclaimed = gameId;
      await this.#poll.check();
      throw error;
    }
  }
}
