import { retryUpsert } from '@doushouqi/service-kit';
import type { ClientSession } from 'mongoose';
import type { PuzzleModels } from '../models.ts';

/**
 * Transactions of this process, one after the other for a key. Fifty users who end the puzzle of the day at once would conflict
 * with each other many times. Those of other processes still may; they are repeated.
 */
export class Transactions {
  readonly #startSession: () => Promise<ClientSession>;
  /** The last transaction of each key; resolves when it has ended. */
  readonly #last = new Map<string, Promise<void>>();

  constructor({ tries }: Pick<PuzzleModels, 'tries'>) {
    this.#startSession = () => tries.startSession();
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
