import type { Command } from 'ioredis';
import { isUnavailable } from '../errors.ts';
import type { RedisClient } from './client.ts';

/** What failed, in a word or two that a metric can carry: the code of Redis's own refusals, else how it failed. */
function reasonOf({ message }: Error): string {
  if (message.startsWith('Command timed out')) return 'timeout';
  return /^[A-Z]{3,}(?= )/.exec(message)?.[0] ?? 'connection';
}

/** Says of a command that its failure is heard of. In the command itself: a WeakSet takes as long as some commands do. */
const HEARD = Symbol('heard');
type HeardCommand = Command & { [HEARD]?: true };

/**
 * Hears of each command that fails because Redis could not be reached or could not take it, once, after all redirections
 * and repetitions; what is wrong with a command itself is no concern of it.
 */
export function onCommandFailed(client: RedisClient, failed: (reason: string) => void): void {
  const sendCommand = client.sendCommand.bind(client) as (command: Command, ...rest: unknown[]) => unknown;
  client.sendCommand = (command: HeardCommand, ...rest: unknown[]) => {
    // A client hands a command to itself again after an outage.
    if (!command[HEARD]) {
      command[HEARD] = true;
      const reject = command.reject;
      command.reject = (error) => {
        if (isUnavailable(error)) failed(reasonOf(error as Error));
        reject.call(command, error);
      };
    }
    return sendCommand(command, ...rest);
  };
}
