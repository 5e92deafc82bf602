import { errorOf, type Metrics } from '@doushouqi/service-kit';
import { hash, verify } from '@node-rs/argon2';
import { Gauge } from 'prom-client';

/** OWASP's first choice for argon2id (the library's default algorithm): 19 MiB, two passes, one lane. */
const ARGON2 = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/** The argon2id hash of a password, with its salt and parameters. */
export function hashPassword(password: string): Promise<string> {
  return hash(password, ARGON2);
}

/** Checks a password; `verifyPassword` of one process, with the stand-in for accounts that do not exist. */
export type VerifyPassword = (passwordHash: string | undefined, password: string) => Promise<boolean>;

/**
 * Makes the check. Without a hash to compare (no such account) it does the same work against a stand-in and says no,
 * so that the time of the answer does not tell which accounts exist.
 */
export async function createPasswordCheck(): Promise<VerifyPassword> {
  const standIn = await hashPassword(crypto.randomUUID());
  return async (passwordHash, password) => {
    const matches = await verify(passwordHash ?? standIn, password);
    return passwordHash !== undefined && matches;
  };
}

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

/** Shows how many password hashes run and wait: each takes a processor for a good part of a tenth of a second. */
export function addHashingGauges({ registry }: Metrics, hashing: Pick<WorkSlots, 'load'>): void {
  new Gauge({
    name: 'auth_password_hashes',
    help: 'Password hashes, by state: running or waiting for a slot',
    labelNames: ['state'],
    registers: [registry],
    collect() {
      const { running, waiting } = hashing.load();
      this.set({ state: 'running' }, running);
      this.set({ state: 'waiting' }, waiting);
    },
  });
}
