import type { Platform } from '@doushouqi/scripts';
import type { Bystanders } from './bystanders.ts';

/** What an attack did. */
export interface Finding {
  /** Label → measured value with its unit. */
  figures: Record<string, string>;
  /** Whether the aim was met. */
  holds: boolean;
}

/** One row of the threat model's table. */
export interface Attack {
  /** What one says on the command line: `npm run attack -- packet-flood`. */
  name: string;
  /** One line: what the attacker does. */
  what: string;
  /** One line: what must hold. */
  aim: string;
  /** Takes more than about five seconds, or its aim is a time, which no test may measure: left out of `npm test`. */
  slow?: boolean;
  /** Visits the built web with Chromium: left out of `npm test`, where stories and component tests do that. */
  needsBrowser?: boolean;
  /** Is about files of the machine, which a composed product has none of. */
  filesOfMachine?: boolean;
  run(target: Target): Promise<Finding>;
}

/** What is attacked: a platform of its own on loopback, or the composed product on this machine; with its normal limits. */
export interface Target {
  platform: Pick<Platform, 'url' | 'redisUrl' | 'processes' | 'kill' | 'keysDir'>;
  /**
   * An unused address, to be sent as `X-Forwarded-For`: the target's gateway trusts it, so a row can use any number of
   * addresses. Without the header every request comes from 127.0.0.1.
   */
  newAddress(): string;
  /** A token of a user without an account. */
  tokenOf(userId: string): string;
  /** A new account; it registers from an address of its own. */
  register(nickname: string): Promise<Account>;
  /** Two players in a room of their own, one on each realtime node, from addresses of their own. */
  bystanders(): Promise<Bystanders>;
  /** Resident memory of a process of the platform in bytes, by its name ('realtime-1', 'auth'). */
  residentMemory(process: string): number;
}

export interface Account {
  userId: string;
  username: string;
  password: string;
  token: string;
}
