/** Delay before a retry. Milliseconds. */
const RETRY_MS = 1_000;

/**
 * Runs `reconcile` by key until the outside state matches the current one. A change during a run causes another run, so
 * the last run sees the last state; runs of one key never overlap.
 */
export class Reconciler {
  readonly #states = new Map<string, 'working' | 'changed' | 'waiting'>();
  readonly #reconcile: (key: string) => Promise<void>;
  readonly #onFailed: (error: unknown, key: string) => void;

  constructor(reconcile: (key: string) => Promise<void>, onFailed: (error: unknown, key: string) => void) {
    this.#reconcile = reconcile;
    this.#onFailed = onFailed;
  }

  /** Schedules a run for the key. */
  changed(key: string): void {
    const state = this.#states.get(key);
    if (state === undefined) void this.#run(key);
    else if (state === 'working') this.#states.set(key, 'changed');
  }

  /** Number of keys that run or wait for a retry. */
  size(): number {
    return this.#states.size;
  }

  async #run(key: string): Promise<void> {
    do {
      this.#states.set(key, 'working');
      try {
        await this.#reconcile(key);
      } catch (error) {
        this.#onFailed(error, key);
        this.#states.set(key, 'waiting');
        setTimeout(() => void this.#run(key), RETRY_MS).unref();
        return;
      }
    } while (this.#states.get(key) === 'changed');
    this.#states.delete(key);
  }
}
