/** Gets the endgame tables when they are first wanted, bit by bit, so that the worker can listen in between. */
import { type Game, pieces } from '@doushouqi/rules';
import type { Core } from './core.ts';
import { unpackImage } from './tables/image.ts';

/** Most pieces on the board with which a search looks into the tables, which know up to three. */
const PIECES = 8;
/** Milliseconds of unpacking between two looks at what came in. */
const SLICE_MS = 8;
/** How long a search waits for the file, and how often it looks in the meantime whether it was stopped. */
const FETCH_MS = 3_000;
const LOOK_MS = 40;

/** Whether a search of a game looks into the tables: by its position alone, whatever was loaded for others before. */
export function wantsTables(game: Game): boolean {
  return pieces(game.position).length <= PIECES;
}

/** What a search that waits for the tables does in between. */
export interface Waiting {
  /** Lets what came in be handled. */
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
   * Gives `core` the tables. A search that is stopped leaves the rest to the next one. Without the file, or with a
   * damaged one, the engine goes on without tables.
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
