import type { Terminal } from './admin/terminal.ts';
import type { StoreAddresses } from './backup/stores.ts';

/** What a command needs of its surroundings. */
export interface Surroundings {
  /** Returns the addresses of both stores. */
  addresses(): StoreAddresses;
  env: NodeJS.ProcessEnv;
  print(line: string): void;
  now(): number;
  /** Opens the terminal of the caller; by default that of this process. */
  terminal?(): Terminal;
}
