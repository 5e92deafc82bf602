import type { ApiClient } from '@doushouqi/protocol';
import { BackupError } from '../backup/backup-error.ts';

/** An action or a page of the console, as a command. It calls the same routes with the same rights, so the rules are those of the services. */
export interface ConsoleCommand {
  usage: readonly [args: string, effect: string];
  /** Returns the lines to print. Throws ApiError, and a BackupError with the usage for wrong arguments. */
  run(api: ApiClient, input: Input): Promise<string[]>;
}

/** Arguments of a command. */
export interface Input {
  /** Returns the `n`th argument; throws the usage without it. */
  arg(n: number): string;
  /** Those from the `n`th on, as one text. */
  rest(n: number): string;
  optional(n: number): string | undefined;
  options: {
    text?: string | undefined;
    reason?: string | undefined;
    hide: boolean;
    /** The points of opponents. */
    return: boolean;
    /** Also new accounts of the person's devices, or of the last address range. */
    device: boolean;
    range: boolean;
    /** Of an address range or a device: older members too. */
    members: boolean;
    /** Of a maintenance: games may begin. */
    open: boolean;
    /** Of an announcement. */
    from?: string | undefined;
    until?: string | undefined;
    en?: string | undefined;
  };
}

/** Returns an argument that is one of several words. Throws a BackupError for another one. */
export function oneOf<const Values extends readonly string[]>(values: Values, given: string): Values[number] {
  if (!values.includes(given)) throw new BackupError(`${given} is none of ${values.join(', ')}`);
  return given;
}
