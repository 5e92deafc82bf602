import { errorOf } from '@doushouqi/service-kit';

export interface WorkSlots {
  /**
   * Runs a task when a slot is free. `parties` is whom the task is for (an address, an account): each has one task in
   * a round, so whoever has many waiting holds nobody else up for more than one of them. Throws UNAVAILABLE when too
   * many wait already, and then it is one of those who have most waiting that is turned away.
   */
  run<T>(parties: readonly string[], task: () => Promise<T>): Promise<T>;
  /** How many tasks run, and how many wait. */
  load(): { running: number; waiting: number };
}

interface Waiting {
  parties: readonly string[];
  round: number;
  begin: () => void;
  refuse: (reason: Error) => void;
}

/** Bounds how much heavy work runs at once and how much waits, so that a flood costs neither memory nor patience. */
export function createWorkSlots(options: { concurrency: number; maxWaiting: number }): WorkSlots {
  const { concurrency, maxWaiting } = options;
  /** By round, then in order of arrival. */
  const waiting: Waiting[] = [];
  let running = 0;
  /** That of the task which began last. */
  let round = 0;

  /** The round after that of the last one who waits for one of them. */
  function nextRoundOf(parties: readonly string[]): number {
    const theirs = waiting.filter((other) => other.parties.some((party) => parties.includes(party)));
    return 1 + Math.max(round, ...theirs.map((other) => other.round));
  }

  function beginNext(): void {
    const next = running < concurrency ? waiting.shift() : undefined;
    if (next === undefined) return;
    running += 1;
    round = next.round;
    next.begin();
  }

  function join(newcomer: Waiting): void {
    const behind = waiting.findIndex((other) => other.round > newcomer.round);
    waiting.splice(behind < 0 ? waiting.length : behind, 0, newcomer);
    beginNext();
    if (waiting.length > maxWaiting) waiting.pop()?.refuse(errorOf('UNAVAILABLE', { retryAfter: 1 }));
  }

  return {
    load: () => ({ running, waiting: waiting.length }),
    async run(parties, task) {
      await new Promise<void>((begin, refuse) => {
        join({ parties, round: nextRoundOf(parties), begin, refuse });
      });
      try {
        return await task();
      } finally {
        running -= 1;
        beginNext();
      }
    },
  };
}
