import type { Game } from '@doushouqi/rules';
import type { Engine, SearchInfo, SearchLimits } from '../index.ts';

/** Maximum number of requests that wait for a free engine; further ones are refused. */
const MOST_WAITING = 16;
/** Position cache of each engine, in MiB. A search of millions of nodes soon fills the default 16. */
const HASH_MIB = 128;

/** Thrown if the queue is full. */
export class PoolBusyError extends Error {}

interface Waiter {
  resolve(engine: Engine): void;
  reject(error: Error): void;
}

/** Engines in worker threads, one search each. They start on demand. */
export class EnginePool {
  readonly size: number;
  readonly #open: () => Engine;
  readonly #now: () => number;
  readonly #engines: Engine[] = [];
  readonly #idle: Engine[] = [];
  readonly #waiting: Waiter[] = [];
  #nodesPerSecond: number | null = null;

  /** @param now milliseconds, to measure the speed of searches */
  constructor(size: number, open: () => Engine, now: () => number) {
    this.size = size;
    this.#open = open;
    this.#now = now;
  }

  /** Speed of the last completed search; null before the first one. */
  get nodesPerSecond(): number | null {
    return this.#nodesPerSecond;
  }

  /** Number of running searches. */
  get running(): number {
    return this.#engines.length - this.#idle.length;
  }

  /**
   * Searches when an engine is free. If `signal` aborts, the search is dropped and the promise rejects with its
   * reason. Rejects with `PoolBusyError` if too many requests wait, and with the errors of `Engine`.
   */
  async analyze(game: Game, limits: SearchLimits, signal: AbortSignal): Promise<SearchInfo> {
    const engine = await this.#take(signal);
    const stop = (): void => engine.stop();
    signal.addEventListener('abort', stop, { once: true });
    try {
      signal.throwIfAborted();
      const began = this.#now();
      const info = await engine.analyze(game, limits);
      signal.throwIfAborted();
      this.#nodesPerSecond = Math.round((info.nodes * 1_000) / Math.max(1, this.#now() - began));
      return info;
    } finally {
      signal.removeEventListener('abort', stop);
      this.#assign(engine);
    }
  }

  close(): void {
    for (const engine of this.#engines) engine.close();
    for (const { reject } of this.#waiting.splice(0)) reject(new PoolBusyError('closed'));
  }

  #take(signal: AbortSignal): Promise<Engine> {
    if (signal.aborted) return Promise.reject(signal.reason);
    const idle = this.#idle.pop() ?? (this.#engines.length < this.size ? this.#start() : undefined);
    if (idle) return Promise.resolve(idle);
    if (this.#waiting.length >= MOST_WAITING) return Promise.reject(new PoolBusyError('too many requests'));
    return new Promise((resolve, reject) => {
      const waiter: Waiter = { resolve, reject };
      this.#waiting.push(waiter);
      signal.addEventListener('abort', () => this.#leave(waiter, signal), { once: true });
    });
  }

  #leave(waiter: Waiter, { reason }: AbortSignal): void {
    const at = this.#waiting.indexOf(waiter);
    if (at < 0) return;
    this.#waiting.splice(at, 1);
    waiter.reject(reason);
  }

  #assign(engine: Engine): void {
    const next = this.#waiting.shift();
    if (next) next.resolve(engine);
    else this.#idle.push(engine);
  }

  #start(): Engine {
    const engine = this.#open();
    engine.resizeHash(HASH_MIB);
    this.#engines.push(engine);
    return engine;
  }
}
