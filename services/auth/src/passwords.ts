import { errorOf, type Metrics } from '@doushouqi/service-kit';
import { hash, verify } from '@node-rs/argon2';
import { Gauge } from 'prom-client';

/** OWASP's recommendation for argon2id (the library's default algorithm): 19 MiB, two passes, one lane. */
const ARGON2 = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/**
 * Returns the argon2id hash of a password, with salt and parameters. The password is normalized (NFC): keyboards write
 * the same letter in one character or in two.
 */
export function hashPassword(password: string): Promise<string> {
  return hash(password.normalize('NFC'), ARGON2);
}

/** Checks a password against a hash, or against a stand-in for an unknown account. */
export type VerifyPassword = (passwordHash: string | undefined, password: string) => Promise<boolean>;

/**
 * Creates the check. Without a hash it does the same work against a stand-in and returns false, so that the
 * time of a reply does not reveal which accounts exist.
 */
export async function createPasswordCheck(): Promise<VerifyPassword> {
  const standIn = await hashPassword(crypto.randomUUID());
  return async (passwordHash, password) => {
    const stored = passwordHash ?? standIn;
    const normal = password.normalize('NFC');
    // Older versions hashed what was typed.
    const matches =
      (await verify(stored, normal)) || (normal !== password && (await verify(stored, password)));
    return passwordHash !== undefined && matches;
  };
}

export interface WorkSlots {
  /**
   * Runs a task in a free slot. `parties` names its origin (address, account); each has one task per round,
   * so a party with many tasks delays others by one task. Throws UNAVAILABLE if too many wait; then a task of
   * the largest party is refused.
   */
  run<T>(parties: readonly string[], task: () => Promise<T>): Promise<T>;
  /** Counts running and waiting tasks. */
  load(): { running: number; waiting: number };
}

interface Waiting {
  parties: readonly string[];
  round: number;
  begin: () => void;
  refuse: (reason: Error) => void;
}

/** Limits how much heavy work runs and waits. */
export function createWorkSlots(options: { concurrency: number; maxWaiting: number }): WorkSlots {
  const { concurrency, maxWaiting } = options;
  /** Sorted by round, then by arrival. */
  const waiting: Waiting[] = [];
  let running = 0;
  /** Round of the last started task. */
  let round = 0;

  /** Returns the round after the last waiting task of these parties. */
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

/** Adds gauges of running and waiting password hashes; each takes about 50 ms of a processor. */
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
