import { ApiError, type RoomSnapshot, type RoomWish } from '@doushouqi/protocol';
import { remaining } from '@doushouqi/room';
import { type RoomNotice as ClientNotice, DELAYS, RoomClient } from '@doushouqi/room-client';
import type { Point } from '@doushouqi/rules';
import type { StoreApi } from 'zustand/vanilla';
import {
  type GameController,
  type GameNotice,
  type GameState,
  Listeners,
  type Offers,
  type Premoves,
} from '../../../game/controller.ts';
import type { OnlineState, RoomNotice } from './online-state.ts';
import { type OnlineGameDeps, OnlineStore } from './online-store.ts';
import { OwnMoves } from './own-moves.ts';
import { createRoomCommands, type RoomCommands } from './room-commands.ts';

/** Delays before a claim: the side to move claims first; opponents claim later, at random times. Milliseconds. */
const OWN_GRACE = 100;
const OTHER_GRACE = 1_000;

/**
 * Returns the time left of the side to move, on its clock and for its first move; null while no clock runs.
 * Milliseconds.
 */
function runningTime({ clock }: GameState): number | null {
  const now = clock?.now() ?? null;
  if (!clock || now === null || clock.lastMoveTime === null) return null;
  const left = remaining(clock, clock.turn, clock.turn, now);
  return Math.max(0, Math.min(left, (clock.firstMoveBy ?? Number.POSITIVE_INFINITY) - now));
}

interface Options {
  state: () => GameState;
  /** Rejects when the server refused or did not answer: the claim is repeated while the time is up. */
  claim: () => Promise<void>;
  random: () => number;
  /** Milliseconds. */
  retry: number;
}

/** Claims a timeout for a player when a clock must have run out; the server decides. */
class FlagClaim {
  readonly #options: Options;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #stopped = false;

  constructor(options: Options) {
    this.#options = options;
  }

  /** Schedules the claim for the current clocks. */
  arm(): void {
    clearTimeout(this.#timer);
    const state = this.#options.state();
    const left = runningTime(state);
    if (left === null || state.own === null) return;
    this.#wait(left + this.#grace(state.clock?.turn === state.own));
  }

  stop(): void {
    this.#stopped = true;
    clearTimeout(this.#timer);
  }

  #grace(isOwn: boolean): number {
    return isOwn ? OWN_GRACE : OTHER_GRACE * (1 + this.#options.random());
  }

  #wait(delay: number): void {
    clearTimeout(this.#timer);
    if (!this.#stopped) this.#timer = setTimeout(() => void this.#fire(), delay);
  }

  async #fire(): Promise<void> {
    const { state, claim, retry } = this.#options;
    if (runningTime(state()) === 0) await claim().catch(() => this.#wait(retry));
    else this.arm();
  }
}

/** The server received the request and refused it. */
function isRefusal(error: unknown): boolean {
  return error instanceof ApiError && error.status > 0 && error.status < 500;
}

/**
 * The game of one online room, outside React: a client of the room, and around it what a table shows: premoves, offers,
 * timeout claims, notices.
 */
export class OnlineGame implements GameController {
  readonly store: StoreApi<OnlineState>;
  readonly userId: string | null;
  readonly commands: RoomCommands;
  readonly offers: Offers;
  readonly premoves: Premoves;
  readonly #deps: OnlineGameDeps;
  readonly #data: OnlineStore;
  readonly #client: RoomClient;
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
    const data = new OnlineStore(deps);
    this.#data = data;
    this.store = data.api;
    this.#client = new RoomClient({
      ...deps,
      confirmsMoves: true,
      holder: { get: () => data.get(), set: (change) => data.take(change) },
      load: () => this.#load(),
      onChange: () => {
        this.#flag.arm();
        this.#moves.checkPremove();
      },
      onNotice: (notice) => this.#notify(notice),
      onClosed: (code) => void data.refused(code),
      onLoadFailed: (error) => data.fail(error),
      onDamaged: () => data.set({ phase: 'damaged' }),
    });
    this.commands = createRoomCommands(deps, {
      expect: (v) => this.#client.expect(v),
      offered: (kind) => data.set({ offeredAt: { ...data.get().offeredAt, [kind]: deps.now() } }),
    });
    this.offers = this.commands.offers;
    this.#moves = new OwnMoves(data, this.#client, deps.userId, this.#notices.notify);
    this.premoves = this.#moves;
    this.#flag = new FlagClaim({
      state: data.api.getState,
      claim: () => this.#claim(),
      random: deps.random,
      retry: deps.delays?.retry ?? DELAYS.retry,
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
      await this.#client.open();
    } catch (error) {
      if (!this.#stopped) this.#data.fail(error);
    }
  }

  /** Ends all timers and releases the connection; the seat in the room stays. */
  stop(): void {
    this.#stopped = true;
    for (const part of [this.#client, this.#flag]) part.stop();
    for (const listeners of [this.#notices, this.#roomNotices]) listeners.clear();
  }

  /** Checks the room now: the page became visible, or the network returned. */
  refresh(): void {
    void this.#client.refresh();
  }

  move(from: Point, to: Point): void {
    this.#moves.make(from, to);
  }

  /** Sends a request to hurry, which all users in the room hear. */
  nudge(): void {
    this.#client.signal('buttonClick');
  }

  /** Reports that the player sees the table: the clock of the first move may start. */
  showTable(): void {
    this.#client.signal('tableShown');
  }

  /** Reports that the player left the window; some room kinds count this. */
  lookAway(): void {
    this.#client.signal('focusLost');
  }

  /** The server's time as estimated by this client, epoch ms; null before the first observation. */
  serverTime(): number | null {
    return this.#client.serverTime();
  }

  /** Leaves the room: a player in a running game loses it. @throws ApiError */
  async leave(): Promise<void> {
    await this.commands.leave(this.#data.get().own === null);
    this.stop();
  }

  async #load(): Promise<{ room: RoomSnapshot; sentAt: number }> {
    const { roomId, userId, api, now, takeEarly } = this.#deps;
    const early = userId === null ? await takeEarly?.(roomId) : null;
    if (early) return early;
    const sentAt = now();
    const room = await api.getRoom({ params: { roomId }, query: { view: 'compact' } });
    return { room: room as RoomSnapshot, sentAt };
  }

  #notify(notice: ClientNotice): void {
    if (notice.kind === 'refused') this.#notices.notify(notice);
    else this.#roomNotices.notify(notice);
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
      await this.#client.check();
      throw error;
    }
  }
}
