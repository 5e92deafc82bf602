import { errorOf } from '@doushouqi/service-kit';

export interface WorkSlots {
  /** Runs a task when a slot is free, in order of arrival; throws UNAVAILABLE when too many wait already. */
  run<T>(task: () => Promise<T>): Promise<T>;
}

/** Bounds how much heavy work runs at once and how much waits, so that a flood costs neither memory nor patience. */
export function createWorkSlots(options: { concurrency: number; maxWaiting: number }): WorkSlots {
  const waiting: (() => void)[] = [];
  let running = 0;

  async function enter(): Promise<void> {
    if (running < options.concurrency) {
      running += 1;
      return;
    }
    if (waiting.length >= options.maxWaiting) throw errorOf('UNAVAILABLE', { retryAfter: 1 });
    await new Promise<void>((resolve) => waiting.push(resolve));
  }

  // A slot goes straight to the next in line, so that nobody can slip in between.
  function leave(): void {
    const next = waiting.shift();
    if (next === undefined) running -= 1;
    else next();
  }

  return {
    async run(task) {
      await enter();
      try {
        return await task();
      } finally {
        leave();
      }
    },
  };
}
