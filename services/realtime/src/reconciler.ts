/** Work that failed is tried again after this long. Milliseconds. */
const RETRY_MS = 1_000;

/**
 * Brings things into line with the present state, by key: `reconcile` looks and acts. A change while it is at work
 * makes it look once more, so the last look always sees the last state; one key's work never overlaps itself.
 */
export class Reconciler {
  readonly #states = new Map<string, 'working' | 'changed' | 'waiting'>();
  readonly #reconcile: (key: string) => Promise<void>;
  readonly #onFailed: (error: unknown, key: string) => void;

  constructor(reconcile: (key: string) => Promise<void>, onFailed: (error: unknown, key: string) => void) {
    this.#reconcile = reconcile;
    this.#onFailed = onFailed;
  }

  /** Something about the key may have changed. */
  changed(key: string): void {
    const state = this.#states.get(key);
    if (state === undefined) void this.#run(key);
    else if (state === 'working') this.#states.set(key, 'changed');
  }

  /** Keys that are being worked on or wait for another try. */
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
