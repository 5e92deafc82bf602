import { errorOf } from '@doushouqi/service-kit';

/** Passes commands until it is closed, and waits for the last one. */
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

  /** Refuses new commands; resolves when none is pending. */
  async close(): Promise<void> {
    this.#closed = true;
    if (this.#inHand > 0) await this.#empty.promise;
  }
}
