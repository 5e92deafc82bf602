import { houseBotOf } from '@doushouqi/protocol';
import type { BotGame, BotGames, BotProcess } from '@doushouqi/room-core/bot-games';
import { type Logger, type RedisClient, type Repeated, repeat } from '@doushouqi/service-kit';
import type { BotAccounts } from './accounts.ts';
import type { OpenTable } from './open-table.ts';
import type { Table } from './table.ts';

/** Interval of the renewals and of the search for new games. Milliseconds. */
const TICK_MS = 500;

interface TablesOptions {
  /** This process; `places`: most games at once. */
  process: BotProcess;
  games: BotGames;
  redis: Pick<RedisClient, 'status'>;
  accounts: Pick<BotAccounts, 'ensureAll'>;
  /** Loads what a game needs; called once. */
  play: () => Promise<OpenTable>;
  logger: Logger;
}

interface Seated {
  game: BotGame;
  tables: Set<Table>;
}

/** The games of this process: takes those without a lease, renews its leases, and releases them at shutdown. */
export class Tables {
  readonly #options: TablesOptions;
  readonly #rooms = new Map<string, Seated>();
  readonly #ticks: Repeated;
  #accounts: 'awaited' | 'known' | null = null;
  #play: Promise<OpenTable> | null = null;

  constructor(options: TablesOptions) {
    this.#options = options;
    this.#ticks = repeat(
      () => TICK_MS,
      () => this.#tick(),
      (error) => options.logger.warn({ err: error }, 'the games of the bots are looked at again'),
    );
  }

  /** Number of games that this process plays. */
  get size(): number {
    return this.#rooms.size;
  }

  async stop(): Promise<void> {
    await this.#ticks.stop();
    const rooms = [...this.#rooms.keys()];
    for (const roomId of rooms) this.#close(roomId);
    await this.#options.games.release(this.#options.process.owner, rooms);
  }

  async #tick(): Promise<void> {
    const { redis, games, process } = this.#options;
    if (redis.status !== 'ready') return;
    if (!(await this.#ensureAccounts())) return;
    const room = Math.max(0, process.places - this.size);
    const played = [...this.#rooms.values()].map(({ game }) => game);
    const { lost, former, taken, isLookedAt } = await games.tick(process, played, room);
    for (const roomId of lost) this.#close(roomId);
    if (taken.length > 0) {
      this.#play ??= this.#options.play();
      const open = await this.#play;
      for (const game of taken) this.#seat(game, open);
    }
    for (const roomId of former)
      for (const table of this.#rooms.get(roomId)?.tables ?? []) table.endRematches();
    for (const seated of this.#rooms.values()) this.#maintain(seated, isLookedAt);
  }

  /** Returns whether the bots have accounts. At the start of the product auth may come later than this service. */
  async #ensureAccounts(): Promise<boolean> {
    const { accounts, logger } = this.#options;
    if (this.#accounts === 'known') return true;
    try {
      await accounts.ensureAll();
      this.#accounts = 'known';
      return true;
    } catch (error) {
      if (this.#accounts === null) logger.debug({ err: error }, 'waits for the accounts of the bots');
      this.#accounts = 'awaited';
      return false;
    }
  }

  #seat(game: BotGame, open: OpenTable): void {
    const seated: Seated = { game, tables: new Set() };
    this.#close(game.roomId);
    this.#rooms.set(game.roomId, seated);
    for (const id of game.bots) {
      const bot = houseBotOf(id);
      if (bot === null) continue;
      const table = open(bot, game, () => this.#left(seated, table));
      seated.tables.add(table);
    }
  }

  #maintain({ game, tables }: Seated, isLookedAt: boolean): void {
    for (const table of tables) table.look();
    const [table] = tables;
    if (game.bots.length === 2 && !isLookedAt && table && !table.isWatched) table.endShow();
  }

  #left(seated: Seated, table: Table): void {
    seated.tables.delete(table);
    if (seated.tables.size > 0) return;
    const { game } = seated;
    if (this.#rooms.get(game.roomId) === seated) this.#rooms.delete(game.roomId);
    this.#options.games
      .remove(game)
      .catch((error: unknown) =>
        this.#options.logger.warn({ err: error }, 'a game of a bot is removed later'),
      );
  }

  #close(roomId: string): void {
    for (const table of this.#rooms.get(roomId)?.tables ?? []) table.close();
    this.#rooms.delete(roomId);
  }
}
