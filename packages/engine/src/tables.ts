/** Loads the endgame tables on first use, in slices, so that the worker can handle messages in between. */
import { type Game, pieces } from '@doushouqi/rules';
import type { Core } from './core.ts';
import { unpackImage } from './tables/image.ts';

/** Maximum number of pieces on the board with which a search probes the tables, which have up to three pieces. */
const PIECES = 8;
/** Milliseconds of unpacking between two message checks. */
const SLICE_MS = 8;
/** Timeout of loading the file, and interval of checks for a stop, in ms. */
const FETCH_MS = 3_000;
const LOOK_MS = 40;

/** Returns whether a search of a game probes the tables. Depends only on the position, not on earlier loads. */
export function wantsTables(game: Game): boolean {
  return pieces(game.position).length <= PIECES;
}

/** Callbacks of a search that waits for the tables. */
export interface Waiting {
  /** Lets pending messages be handled. */
  pause(): Promise<void>;
  isStopped(): boolean;
}

export class TableLoader {
  readonly #find: () => Promise<Uint8Array>;
  #file: Uint8Array | null = null;
  #steps: Generator<void, Uint8Array> | null = null;
  #fetching: Promise<void> | null = null;
  #failed = false;

  constructor(find: () => Promise<Uint8Array>) {
    this.#find = find;
  }

  /**
   * Loads the tables into `core`. A stopped search leaves the rest to the next one. Without the file, or with a
   * damaged one, the engine runs without tables.
   */
  async prepare(core: Core, waiting: Waiting): Promise<void> {
    if (core.hasTables || this.#failed) return;
    try {
      const file = await this.#fetched(waiting);
      if (file !== null) await this.#unpack(core, file, waiting);
    } catch {
      this.#failed = true;
    }
  }

  async #fetched({ isStopped }: Waiting): Promise<Uint8Array | null> {
    this.#fetching ??= this.#fetch();
    const last = performance.now() + FETCH_MS;
    while (this.#file === null && performance.now() < last && !isStopped()) {
      await Promise.race([this.#fetching, new Promise((resolve) => setTimeout(resolve, LOOK_MS))]);
    }
    return this.#file;
  }

  async #fetch(): Promise<void> {
    this.#file = await this.#find();
  }

  async #unpack(core: Core, file: Uint8Array, { pause, isStopped }: Waiting): Promise<void> {
    this.#steps ??= unpackImage(file);
    let last = performance.now();
    for (let step = this.#steps.next(); ; step = this.#steps.next()) {
      if (step.done) {
        core.setTables(step.value);
        return;
      }
      if (performance.now() - last < SLICE_MS) continue;
      await pause();
      if (isStopped()) return;
      last = performance.now();
    }
  }
}
