import type { ClientSession } from 'mongoose';
import { retryUpsert } from './mongo.ts';

/**
 * Transactions of this process, one after the other for a key. Many at once would conflict with each other
 * many times, as fifty users who end the puzzle of the day. Those of other processes still may; they are repeated.
 */
export class Transactions {
  readonly #startSession: () => Promise<ClientSession>;
  /** The last transaction of each key; resolves when it has ended. */
  readonly #last = new Map<string, Promise<void>>();

  /** `model`: any one of the store. */
  constructor(model: { startSession(): Promise<ClientSession> }) {
    this.#startSession = () => model.startSession();
  }

  /** Runs `work` in a transaction. Repeats it after a conflict, so it must have no other effect. */
  async run<T>(key: string, work: (session: ClientSession) => Promise<T>): Promise<T> {
    const before = this.#last.get(key);
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#last.set(key, promise);
    await before;
    try {
      return await this.#runNow(work);
    } finally {
      resolve();
      if (this.#last.get(key) === promise) this.#last.delete(key);
    }
  }

  async #runNow<T>(work: (session: ClientSession) => Promise<T>): Promise<T> {
    const session = await this.#startSession();
    try {
      return await retryUpsert(() => session.withTransaction(() => work(session)));
    } finally {
      await session.endSession();
    }
  }
}
