/** Worker side: takes requests, searches in slices, and handles messages in between. */
import type { Game } from '@doushouqi/rules';
import { type Core, type CoreLimits, loadCore } from './core.ts';
import { judged, levelOf, limitsOfLevel } from './levels.ts';
import type { EngineReply, EngineRequest, EngineTask } from './messages.ts';
import { TableLoader, wantsTables } from './tables.ts';
import type { SearchInfo } from './types.ts';

/** Nodes between two message checks: about 20 ms on a slow phone. */
const SLICE_NODES = 8_192;

type LoadRequest = Extract<EngineRequest, { type: 'load' }>;
type SearchRequest = Extract<EngineRequest, { type: 'search' }>;

/** Loads the engine's files if `load` does not contain them. */
export interface Sources {
  wasm(): BufferSource | Promise<Response>;
  tables(): Promise<Uint8Array>;
}

/** Answers requests; `post` sends replies to the owner. */
export class Searcher {
  readonly #post: (reply: EngineReply) => void;
  readonly #sources: Sources;
  /** The running search, and the searches that wait for it to stop. */
  readonly #queue: SearchRequest[] = [];
  /** Searches up to this id must stop. */
  #stopUntil = 0;
  #running = false;
  /** Requested hash size, until it is applied. */
  #hashLog: number | null = null;
  #core: Core | null = null;
  #tables: TableLoader;

  constructor(post: (reply: EngineReply) => void, sources: Sources) {
    this.#post = post;
    this.#sources = sources;
    this.#tables = new TableLoader(sources.tables);
  }

  receive(request: EngineRequest): void {
    if (request.type === 'load') void this.#guarded(() => this.#load(request));
    else if (request.type === 'resize') this.#hashLog = request.hashLog;
    else if (request.type === 'stop') this.#stopUntil = this.#queue.at(-1)?.id ?? 0;
    else {
      this.#stopUntil = this.#queue.at(-1)?.id ?? 0;
      this.#queue.push(request);
      if (!this.#running) void this.#guarded(() => this.#work());
    }
  }

  async #guarded(work: () => Promise<void>): Promise<void> {
    try {
      await work();
    } catch (error) {
      this.#post({ type: 'failed', message: error instanceof Error ? error.message : String(error) });
    }
  }

  async #load({ wasm, tables }: LoadRequest): Promise<void> {
    if (tables !== undefined) this.#tables = new TableLoader(async () => tables);
    this.#core = await loadCore(wasm === undefined ? this.#sources.wasm() : new Uint8Array(wasm));
    this.#post({ type: 'ready' });
    await this.#work();
  }

  async #work(): Promise<void> {
    if (this.#core === null) return;
    this.#running = true;
    for (let request = this.#queue[0]; request !== undefined; request = this.#queue[0]) {
      const info = await this.#search(this.#core, request);
      this.#post({ type: 'done', id: request.id, info });
      this.#queue.shift();
    }
    this.#running = false;
  }

  async #search(core: Core, request: SearchRequest): Promise<SearchInfo> {
    const { id, game, task } = request;
    if (this.#hashLog !== null) core.resizeHash(this.#hashLog);
    this.#hashLog = null;
    const limits = limitsOf(task);
    const isStopped = () => id <= this.#stopUntil;
    const tables = limits.tables === true && wantsTables(game);
    if (tables) await this.#tables.prepare(core, { pause: nextTurn, isStopped });
    core.begin(game, { ...limits, tables });
    for (;;) {
      const progress = core.step(SLICE_NODES);
      const info = core.info();
      if (progress === 'done' || (isStopped() && info.depth > 0)) return completed(info, game, task);
      if (progress === 'deeper' && task.kind === 'analyze') this.#post({ type: 'info', id, info });
      await nextTurn();
    }
  }
}

function limitsOf(task: EngineTask): CoreLimits {
  if (task.kind === 'choose') return limitsOfLevel(levelOf(task.level));
  return { ...task.limits, lines: task.limits.lines ?? 1, tables: true };
}

/** What a search came to, as the level sees it. */
function completed(info: SearchInfo, game: Game, task: EngineTask): SearchInfo {
  return task.kind === 'choose' ? judged(info, game, levelOf(task.level), task.seed) : info;
}

/**
 * Lets pending messages be handled. Browsers delay timers by milliseconds, so pages use a message; Node would handle
 * a thousand of the thread's own messages before an external one.
 */
const nextTurn = typeof setImmediate === 'function' ? nextTurnOfNode : nextTurnOfPage();

function nextTurnOfNode(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}

function nextTurnOfPage(): () => Promise<void> {
  const { port1, port2 } = new MessageChannel();
  const waiting: (() => void)[] = [];
  port1.onmessage = () => waiting.shift()?.();
  return () =>
    new Promise((resolve) => {
      waiting.push(resolve);
      port2.postMessage(null);
    });
}
