import { errorOf } from '@doushouqi/service-kit';

/** Lets commands through until it is closed, and knows when the last one is done. */
export class CommandGate {
  #closed = false;
  #inHand = 0;
  readonly #empty = Promise.withResolvers<void>();

  /** Rejects with UNAVAILABLE once closed. */
  run<T>(command: () => Promise<T>): Promise<T> {
    if (this.#closed) return Promise.reject(errorOf('UNAVAILABLE'));
    this.#inHand += 1;
    const answer = command();
    answer.then(this.#done, this.#done);
    return answer;
  }

  readonly #done = (): void => {
    this.#inHand -= 1;
    if (this.#closed && this.#inHand === 0) this.#empty.resolve();
  };

  /** Refuses what comes from now on; resolves when nothing is in hand. */
  async close(): Promise<void> {
    this.#closed = true;
    if (this.#inHand > 0) await this.#empty.promise;
  }
}
