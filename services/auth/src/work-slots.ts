import { errorOf } from '@doushouqi/service-kit';
import pLimit from 'p-limit';

export interface WorkSlots {
  /** Runs a task when a slot is free, in order of arrival; throws UNAVAILABLE when too many wait already. */
  run<T>(task: () => Promise<T>): Promise<T>;
}

/** Bounds how much heavy work runs at once and how much waits, so that a flood costs neither memory nor patience. */
export function createWorkSlots(options: { concurrency: number; maxWaiting: number }): WorkSlots {
  const { concurrency, maxWaiting } = options;
  const limit = pLimit(concurrency);
  return {
    async run(task) {
      if (limit.activeCount + limit.pendingCount >= concurrency + maxWaiting) {
        throw errorOf('UNAVAILABLE', { retryAfter: 1 });
      }
      return limit(task);
    },
  };
}
