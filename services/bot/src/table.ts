import { setTimeout as delay } from 'node:timers/promises';
import type { SearchInfo } from '@doushouqi/engine';
import { winRate } from '@doushouqi/engine';
import { type ApiClient, ApiError, type HouseBot } from '@doushouqi/protocol';
import { isOver, plyOf, type RoomView, remaining, seatOf, turnOf } from '@doushouqi/room';
import type { RoomClient } from '@doushouqi/room-client';
import { legalGameMoves, type Move } from '@doushouqi/rules';
import type { Logger } from '@doushouqi/service-kit';
import {
  agreesToDraw,
  type BotAction,
  HURRY,
  isLost,
  nextAction,
  searchTime,
  seedOf,
  thinkingTime,
  type WinRates,
  withWinRate,
} from './behavior.ts';
import type { MovePool } from './move-pool.ts';

export interface TableOptions {
  bot: HouseBot;
  roomId: string;
  isShow: boolean;
  client: RoomClient;
  /** Closes its connection. */
  disconnect: () => void;
  /** Calls with the bot's token. */
  api: Pick<
    ApiClient,
    'acceptUndo' | 'requestDraw' | 'cancelDraw' | 'acceptReset' | 'surrender' | 'leaveRoom'
  >;
  pool: Pick<MovePool, 'choose'>;
  /** The bot has left the room. */
  onLeft: () => void;
  logger: Logger;
  /** In [0, 1). */
  random: () => number;
  /** Epoch ms. */
  now: () => number;
}

/** An action that failed is tried again after this time, ms. */
const RETRY_MS = 500;

/** One bot in one room. Everything that it does follows from the view, so another process can continue at any time. */
export class Table {
  readonly #options: TableOptions;
  readonly #stop = new AbortController();
  /** Position (game and ply) and win rates of the last own moves. */
  #rates: { gameId: string | null; rates: WinRates } = { gameId: null, rates: [] };
  #overSince: number | null = null;
  #hasRematch = true;
  #isActing = false;
  #isDirty = false;

  constructor(options: TableOptions) {
    this.#options = options;
  }

  /** Looks at the room again: it changed, or time passed. */
  look(): void {
    this.#isDirty = true;
    if (!this.#isActing) void this.#act();
  }

  /** The bot is no longer in the room. */
  leave(): void {
    if (this.#stop.signal.aborted) return;
    this.close();
    this.#options.onLeft();
  }

  /** Whether anybody watches in the room. */
  get isWatched(): boolean {
    return (this.#room?.header.spectators.length ?? 0) > 0;
  }

  /** The opponent has begun another game: leaves when this one is over. */
  endRematches(): void {
    this.#hasRematch = false;
  }

  /** Ends an exhibition without spectators. It has no result. */
  endShow(): void {
    void this.#call('surrender');
  }

  /** Stops without leaving the room: another process plays on. */
  close(): void {
    this.#stop.abort();
    this.#options.disconnect();
    this.#options.client.stop();
  }

  get #room(): RoomView | null {
    return this.#options.client.state.local.room;
  }

  async #act(): Promise<void> {
    this.#isActing = true;
    const { signal } = this.#stop;
    while (this.#isDirty && !signal.aborted) {
      this.#isDirty = false;
      const { room: view, pending } = this.#options.client.state.local;
      // A move that is under way is looked at when the room has it.
      if (view === null || pending !== null) continue;
      const action = this.#nextAction(view);
      if (action === null) continue;
      try {
        await this.#do(action, view);
      } catch (error) {
        if (signal.aborted) break;
        this.#options.logger.warn({ err: error, action, roomId: view.id }, 'a bot tries again');
        await delay(RETRY_MS, undefined, { signal }).catch(() => undefined);
        void this.#options.client.check();
      }
    }
    this.#isActing = false;
  }

  #nextAction(view: RoomView): BotAction | null {
    const { bot, isShow, now } = this.#options;
    if (!isOver(view)) this.#overSince = null;
    else this.#overSince ??= now();
    const overForMs = now() - (this.#overSince ?? now());
    return nextAction(view, bot._id, { hasRematch: !isShow && this.#hasRematch, overForMs });
  }

  async #do(action: BotAction, view: RoomView): Promise<void> {
    const { client, isShow } = this.#options;
    switch (action) {
      case 'arrive':
        return client.signal('tableShown');
      case 'acceptUndo':
        return this.#call('acceptUndo');
      case 'answerDraw':
        return this.#call(agreesToDraw(this.#ratesOf(view), plyOf(view)) ? 'requestDraw' : 'cancelDraw');
      case 'acceptReset':
        return this.#call('acceptReset');
      case 'leave':
        await this.#call('leaveRoom');
        return this.leave();
      case 'move':
        if (!isShow && isLost(this.#ratesOf(view), plyOf(view))) return this.#call('surrender');
        return this.#move(view);
    }
  }

  /** Refusals mean that the room has changed: it is read again. */
  async #call(name: keyof TableOptions['api']): Promise<void> {
    const { api, roomId, client } = this.#options;
    try {
      await api[name]({ params: { roomId } });
    } catch (error) {
      if (!(error instanceof ApiError) || error.status === 0 || error.status >= 429) throw error;
    }
    void client.check();
  }

  #ratesOf({ header: { gameId } }: RoomView): WinRates {
    return this.#rates.gameId === gameId ? this.#rates.rates : [];
  }

  /** Thinks and moves, unless the position changes meanwhile. */
  async #move(view: RoomView): Promise<void> {
    const { bot, client, random, now } = this.#options;
    const side = seatOf(view.header, bot._id)!;
    const began = now();
    const timeLeft = remaining(view.header, turnOf(view), side, began);
    const move = await this.#choose(view, timeLeft);
    const pause = thinkingTime(bot.level, plyOf(view), timeLeft, random()) - (now() - began);
    if (pause > 0) await delay(pause, undefined, { signal: this.#stop.signal });
    const after = this.#room!;
    const isSame = after.header.gameId === view.header.gameId && plyOf(after) === plyOf(view);
    const isAsked = after.header.undoRequester !== null || after.header.drawRequester !== null;
    if (!isSame || isAsked || isOver(after)) {
      this.#isDirty = true;
      return;
    }
    await client.move(move);
  }

  async #choose(view: RoomView, timeLeft: number): Promise<Move> {
    const { bot, pool, now } = this.#options;
    if (timeLeft < HURRY) return this.#anyMove(view);
    const { lines } = await pool.choose({
      game: view.game,
      level: bot.level,
      seed: seedOf(view, bot._id),
      searchMs: searchTime(timeLeft),
      deadline: now() + timeLeft,
    });
    this.#noteRate(view, lines);
    return lines[0]!.move;
  }

  #noteRate(view: RoomView, [best]: SearchInfo['lines']): void {
    const rates = withWinRate(this.#ratesOf(view), winRate(best!.score));
    this.#rates = { gameId: view.header.gameId, rates };
  }

  #anyMove({ game }: RoomView): Move {
    const moves = legalGameMoves(game);
    return moves[Math.floor(this.#options.random() * moves.length)]!;
  }
}
