import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import type { SearchInfo } from '@doushouqi/engine';
import { winRate } from '@doushouqi/engine';
import { type ApiClient, ApiError, type HouseBot, toWireSide } from '@doushouqi/protocol';
import { isOver, plyOf, type RoomView, remaining, seatOf, turnOf } from '@doushouqi/room';
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
import type { RoomLink } from './room-link.ts';

export interface TableOptions {
  bot: HouseBot;
  roomId: string;
  isShow: boolean;
  link: RoomLink;
  /** Calls with the bot's token. */
  api: Pick<ApiClient, 'acceptUndo' | 'requestDraw' | 'cancelDraw' | 'surrender' | 'leaveRoom'>;
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
    options.link.on('change', () => this.#look());
    options.link.on('gone', () => this.#left());
  }

  /** Looks at the room again: some actions depend on time only. */
  look(): void {
    this.#look();
  }

  /** Whether anybody watches in the room. */
  get isWatched(): boolean {
    return (this.#options.link.view?.header.spectators.length ?? 0) > 0;
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
    this.#options.link.close();
  }

  #left(): void {
    if (this.#stop.signal.aborted) return;
    this.close();
    this.#options.onLeft();
  }

  #look(): void {
    this.#isDirty = true;
    if (!this.#isActing) void this.#act();
  }

  async #act(): Promise<void> {
    this.#isActing = true;
    const { signal } = this.#stop;
    while (this.#isDirty && !signal.aborted) {
      this.#isDirty = false;
      const { view } = this.#options.link;
      if (view === null) continue;
      const action = this.#nextAction(view);
      if (action === null) continue;
      try {
        await this.#do(action, view);
      } catch (error) {
        if (signal.aborted) break;
        this.#options.logger.warn({ err: error, action, roomId: view.id }, 'a bot tries again');
        await delay(RETRY_MS, undefined, { signal }).catch(() => undefined);
        this.#options.link.refresh();
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
    const { link, isShow } = this.#options;
    switch (action) {
      case 'arrive':
        return link.arrive();
      case 'acceptUndo':
        return this.#call('acceptUndo');
      case 'answerDraw':
        return this.#call(agreesToDraw(this.#ratesOf(view), plyOf(view)) ? 'requestDraw' : 'cancelDraw');
      case 'acceptReset':
        return link.acceptReset();
      case 'leave':
        await this.#call('leaveRoom');
        return this.#left();
      case 'move':
        if (!isShow && isLost(this.#ratesOf(view), plyOf(view))) return this.#call('surrender');
        return this.#move(view);
    }
  }

  /** Refusals mean that the room has changed: the link reads it again. */
  async #call(name: keyof TableOptions['api']): Promise<void> {
    const { api, roomId, link } = this.#options;
    try {
      await api[name]({ params: { roomId } });
    } catch (error) {
      if (!(error instanceof ApiError) || error.status === 0 || error.status >= 429) throw error;
    }
    link.refresh();
  }

  #ratesOf({ header: { gameId } }: RoomView): WinRates {
    return this.#rates.gameId === gameId ? this.#rates.rates : [];
  }

  /** Thinks and moves, unless the position changes meanwhile. */
  async #move(view: RoomView): Promise<void> {
    const { bot, link, random, now } = this.#options;
    const side = seatOf(view.header, bot._id)!;
    const began = now();
    const timeLeft = remaining(view.header, turnOf(view), side, began);
    const move = await this.#choose(view, timeLeft);
    const pause = thinkingTime(bot.level, plyOf(view), timeLeft, random()) - (now() - began);
    if (pause > 0) await delay(pause, undefined, { signal: this.#stop.signal });
    const isSame = link.view?.header.gameId === view.header.gameId && plyOf(link.view) === plyOf(view);
    const isAsked = link.view?.header.undoRequester !== null || link.view.header.drawRequester !== null;
    if (!isSame || isAsked || isOver(link.view!)) {
      this.#isDirty = true;
      return;
    }
    await link.move({ ...move, player: toWireSide(side), ply: plyOf(view), id: randomUUID() });
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
