/** Owner of a worker: runs one search at a time, stops it before the next, and replaces the worker after a crash. */
import { type Game, outcome } from '@doushouqi/rules';
import type { EnginePort, EngineReply, EngineTask } from './messages.ts';
import { EngineError, type Level, type SearchInfo, type SearchLimits } from './types.ts';

/** Runs searches one after the other. A new request first stops the running one. */
export interface Engine {
  /**
   * Resolves with the last info, or with the results so far after `stop()` or a newer request. Rejects with an
   * `EngineError`. `onInfo` is called for every depth but the last.
   */
  analyze(game: Game, limits: SearchLimits, onInfo?: (info: SearchInfo) => void): Promise<SearchInfo>;
  /** Chooses the move of a level. `seed` makes its randomness reproducible. */
  choose(game: Game, level: Level, seed: number, onInfo?: (info: SearchInfo) => void): Promise<SearchInfo>;
  stop(): void;
  /** Sets the hash size of later searches in MiB (a power of two); the default is 16. */
  resizeHash(megabytes: number): void;
  /** Ends the worker. Running requests are rejected as `CRASHED`; a later request starts another worker. */
  close(): void;
}

export interface EngineOptions {
  /** Compiled engine, if the worker cannot load it by itself. */
  readonly wasm?: Uint8Array;
  /** Endgame table file, if the worker cannot load it by itself. */
  readonly tables?: Uint8Array;
  /** Number of readiness checks and their interval in ms. Default: 50 × 100 ms, as in the spec. */
  readonly loadTries?: number;
  readonly loadPauseMs?: number;
}

interface Pending {
  readonly id: number;
  readonly onInfo: ((info: SearchInfo) => void) | undefined;
  resolve(info: SearchInfo): void;
  reject(error: EngineError): void;
}

/** Creates an engine. `port` opens a channel to a new worker; it is called at the first request and after a crash. */
export function createEngine(port: () => EnginePort, options: EngineOptions = {}): Engine {
  return new Owner(port, options);
}

class Owner implements Engine {
  readonly #open: () => EnginePort;
  readonly #options: EngineOptions;
  readonly #pending = new Map<number, Pending>();
  #port: EnginePort | null = null;
  #loading: ReturnType<typeof setInterval> | null = null;
  #lastId = 0;
  #hashLog: number | null = null;

  constructor(open: () => EnginePort, options: EngineOptions) {
    this.#open = open;
    this.#options = options;
  }

  analyze(game: Game, limits: SearchLimits, onInfo?: (info: SearchInfo) => void): Promise<SearchInfo> {
    return this.#ask(game, { kind: 'analyze', limits }, onInfo);
  }

  choose(game: Game, level: Level, seed: number, onInfo?: (info: SearchInfo) => void): Promise<SearchInfo> {
    return this.#ask(game, { kind: 'choose', level, seed }, onInfo);
  }

  stop(): void {
    if (this.#pending.size > 0) this.#port?.postMessage({ type: 'stop' });
  }

  resizeHash(megabytes: number): void {
    this.#hashLog = 20 + Math.floor(Math.log2(megabytes));
    this.#port?.postMessage({ type: 'resize', hashLog: this.#hashLog });
  }

  close(): void {
    this.#fall(new EngineError('CRASHED', 'the engine was closed'));
  }

  #ask(game: Game, task: EngineTask, onInfo: Pending['onInfo']): Promise<SearchInfo> {
    if (outcome(game).winner !== null) return Promise.reject(new EngineError('NO_MOVES', 'the game is over'));
    const port = this.#port ?? this.#start();
    const id = ++this.#lastId;
    return new Promise((resolve, reject) => {
      this.#pending.set(id, { id, onInfo, resolve, reject });
      port.postMessage({ type: 'search', id, game, task });
    });
  }

  #start(): EnginePort {
    const port = this.#open();
    this.#port = port;
    port.onmessage = ({ data }) => this.#receive(data);
    port.onerror = ({ message = '' }) => this.#fall(new EngineError('CRASHED', message));
    const { wasm, tables, loadTries = 50, loadPauseMs = 100 } = this.#options;
    let tries = 0;
    this.#loading = setInterval(() => {
      if (++tries >= loadTries) this.#fall(new EngineError('LOAD_TIMEOUT', 'WASM module load timeout'));
    }, loadPauseMs);
    port.postMessage({ type: 'load', ...(wasm && { wasm }), ...(tables && { tables }) });
    if (this.#hashLog !== null) port.postMessage({ type: 'resize', hashLog: this.#hashLog });
    return port;
  }

  #receive(reply: EngineReply): void {
    if (reply.type === 'ready') this.#endLoading();
    else if (reply.type === 'failed') this.#fall(new EngineError('CRASHED', reply.message));
    else {
      const pending = this.#pending.get(reply.id);
      if (reply.type === 'info') pending?.onInfo?.(reply.info);
      else {
        this.#pending.delete(reply.id);
        pending?.resolve(reply.info);
      }
    }
  }

  #endLoading(): void {
    if (this.#loading !== null) clearInterval(this.#loading);
    this.#loading = null;
  }

  /** Rejects all pending requests after the worker ended. */
  #fall(error: EngineError): void {
    this.#endLoading();
    const port = this.#port;
    this.#port = null;
    if (port !== null) {
      port.onmessage = null;
      port.onerror = null;
      port.terminate();
    }
    const waiting = [...this.#pending.values()];
    this.#pending.clear();
    for (const { reject } of waiting) reject(error);
  }
}
