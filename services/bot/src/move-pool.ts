import type { Engine, Level, SearchInfo } from '@doushouqi/engine';
import type { Game } from '@doushouqi/rules';

export interface MoveRequest {
  game: Game;
  level: Level;
  seed: number;
  /** Longest search, ms. */
  searchMs: number;
  /** When the bot's clock runs out (epoch ms): the earliest is searched first. */
  deadline: number;
}

interface Waiter extends MoveRequest {
  resolve(info: SearchInfo): void;
  reject(error: unknown): void;
}

interface MovePoolOptions {
  /** Number of worker threads. */
  size: number;
  open: () => Engine;
  /** The engines end after this time without a request, ms. */
  idleMs: number;
  /** Called with the duration of each search, ms. */
  onSearched: (level: Level, ms: number) => void;
  /** Epoch ms. */
  now: () => number;
}

/** Searches get shorter so that the waiting moves are found within this time, but not shorter than the minimum. Ms. */
const WAIT_MS = 1_500;
const SHORTEST_SEARCH = 20;

/** Engines in worker threads, one search each. They start with the first move and end when no game needs them. */
export class MovePool {
  readonly #options: MovePoolOptions;
  #engines: Engine[] = [];
  #idle: Engine[] = [];
  readonly #waiting: Waiter[] = [];
  #closing: NodeJS.Timeout | undefined;

  constructor(options: MovePoolOptions) {
    this.#options = options;
  }

  /** Number of loaded engines. */
  get loaded(): number {
    return this.#engines.length;
  }

  /** Number of moves that wait for a thread. */
  get waiting(): number {
    return this.#waiting.length;
  }

  /** Chooses a move. Rejects with an `EngineError`. */
  choose(request: MoveRequest): Promise<SearchInfo> {
    return new Promise((resolve, reject) => {
      this.#waiting.push({ ...request, resolve, reject });
      this.#next();
    });
  }

  close(): void {
    clearTimeout(this.#closing);
    for (const engine of this.#engines) engine.close();
    this.#engines = [];
    this.#idle = [];
  }

  #next(): void {
    clearTimeout(this.#closing);
    if (this.#waiting.length === 0) {
      if (this.#idle.length === this.#engines.length) {
        this.#closing = setTimeout(() => this.close(), this.#options.idleMs).unref();
      }
      return;
    }
    const engine = this.#idle.pop() ?? this.#start();
    if (engine === null) return;
    this.#waiting.sort((a, b) => a.deadline - b.deadline);
    void this.#search(engine, this.#waiting.shift()!);
  }

  #start(): Engine | null {
    if (this.#engines.length >= this.#options.size) return null;
    const engine = this.#options.open();
    this.#engines.push(engine);
    return engine;
  }

  async #search(engine: Engine, { game, level, seed, searchMs, resolve, reject }: Waiter): Promise<void> {
    const { now, size, onSearched } = this.#options;
    const share = Math.max(SHORTEST_SEARCH, (WAIT_MS * size) / (this.#waiting.length + 1));
    const began = now();
    const stop = setTimeout(() => engine.stop(), Math.min(searchMs, share));
    try {
      resolve(await engine.choose(game, level, seed));
      onSearched(level, now() - began);
    } catch (error) {
      reject(error);
    } finally {
      clearTimeout(stop);
      // Closed meanwhile: the engine is no longer of this pool.
      if (this.#engines.includes(engine)) this.#idle.push(engine);
      this.#next();
    }
  }
}
