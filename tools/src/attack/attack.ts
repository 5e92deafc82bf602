import type { Platform } from '@doushouqi/scripts';
import type { Bystanders } from './bystanders.ts';

/** Result of an attack. */
export interface Finding {
  /** Label → measured value with its unit. */
  figures: Record<string, string>;
  /** Whether the aim was met. */
  holds: boolean;
}

/** One row of the threat model's table. */
export interface Attack {
  /** Name on the command line: `npm run attack -- packet-flood`. */
  name: string;
  /** One line: the attacker's actions. */
  what: string;
  /** One line: the expected protection. */
  aim: string;
  /** Takes more than about 5 s, or its aim is a time, which tests do not measure: not part of `npm test`. */
  slow?: boolean;
  /** Visits the built web with Chromium: not part of `npm test`, which covers this with stories and component tests. */
  needsBrowser?: boolean;
  /** Checks files of the machine, which a composed product does not have. */
  filesOfMachine?: boolean;
  run(target: Target): Promise<Finding>;
}

/** The attacked product, with its normal limits: a platform on loopback, or the composed product on this machine. */
export interface Target {
  platform: Pick<Platform, 'url' | 'redisUrl' | 'processes' | 'kill' | 'keysDir'>;
  /**
   * Returns an unused address for `X-Forwarded-For`: the target's gateway trusts it, so a row can use any number of
   * addresses. Without the header every request comes from 127.0.0.1.
   */
  newAddress(): string;
  /** Returns a token of a user without an account. */
  tokenOf(userId: string): string;
  /** Registers an account from its own address. */
  register(nickname: string): Promise<Account>;
  /** Seats two players in a new room, one on each realtime node, each from its own address. */
  bystanders(): Promise<Bystanders>;
  /** E-mails that the platform sent; the composed product sends none. */
  mails: readonly { to: string; token: string }[];
  /** Returns the resident memory (bytes) of a process by its name ('realtime-1', 'auth'). */
  residentMemory(process: string): number;
}

export interface Account {
  userId: string;
  username: string;
  password: string;
  token: string;
}
