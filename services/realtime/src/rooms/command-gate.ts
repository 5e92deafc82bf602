import { errorOf } from '@doushouqi/service-kit';

/** Lets commands through until it is closed, and knows when the last one is done. */
export class CommandGate {
  #closed = false;
  #inHand = 0;
  readonly #done = Promise.withResolvers<void>();

  /** Throws UNAVAILABLE once closed. */
  async run<T>(command: () => Promise<T>): Promise<T> {
    if (this.#closed) throw errorOf('UNAVAILABLE');
    this.#inHand += 1;
    try {
      return await command();
    } finally {
      this.#inHand -= 1;
      if (this.#closed && this.#inHand === 0) this.#done.resolve();
    }
  }

  /** Refuses what comes from now on; resolves when nothing is in hand. */
  async close(): Promise<void> {
    this.#closed = true;
    if (this.#inHand > 0) await this.#done.promise;
  }
}
