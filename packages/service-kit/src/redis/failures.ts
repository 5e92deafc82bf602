import type { Command } from 'ioredis';
import { isUnavailable } from '../errors.ts';
import type { RedisClient } from './client.ts';

/** What failed, in a word or two that a metric can carry: the code of Redis's own refusals, else how it failed. */
function reasonOf({ message }: Error): string {
  if (message.startsWith('Command timed out')) return 'timeout';
  return /^[A-Z]{3,}(?= )/.exec(message)?.[0] ?? 'connection';
}

/** The `reject` that a command came with, once its failure is heard of. */
const REJECT = Symbol('reject');
type HeardCommand = Command & { [REJECT]?: Command['reject'] };
type Send = (command: HeardCommand, stream?: unknown, node?: unknown) => unknown;

/**
 * Hears of each command that fails because Redis could not be reached or could not take it, once, after all redirections
 * and repetitions; what is wrong with a command itself is no concern of it.
 */
export function onCommandFailed(client: RedisClient, failed: (reason: string) => void): void {
  const sendCommand = client.sendCommand.bind(client) as Send;
  // One function for all commands: a closure for each would cost every move.
  function reject(this: HeardCommand, error: Error): void {
    if (isUnavailable(error)) failed(reasonOf(error));
    this[REJECT]!(error);
  }
  client.sendCommand = ((command, stream, node) => {
    // A client hands a command to itself again after an outage.
    if (!command[REJECT]) {
      command[REJECT] = command.reject;
      command.reject = reject;
    }
    return sendCommand(command, stream, node);
  }) as Send;
}
