import type { Command } from 'ioredis';
import { isUnavailable } from '../errors.ts';
import type { RedisClient } from '../redis/client.ts';

/** Returns the reason of a failure as a metric label: Redis' error code, `timeout` or `connection`. */
function reasonOf({ message }: Error): string {
  if (message.startsWith('Command timed out')) return 'timeout';
  return /^[A-Z]{3,}(?= )/.exec(message)?.[0] ?? 'connection';
}

/** The original `reject` of a command whose failure is observed. */
const REJECT = Symbol('reject');
type ObservedCommand = Command & { [REJECT]?: Command['reject'] };
type Send = (command: ObservedCommand, stream?: unknown, node?: unknown) => unknown;

/**
 * Calls `failed` once for each command that Redis could not receive or execute, after all redirections and retries.
 * Errors in the command itself are not reported. No gain: ioredis has no event for a failed command.
 */
export function onCommandFailed(client: RedisClient, failed: (reason: string) => void): void {
  const sendCommand = client.sendCommand.bind(client) as Send;
  // One function for all commands: a closure for each would add cost to every move.
  function reject(this: ObservedCommand, error: Error): void {
    if (isUnavailable(error)) failed(reasonOf(error));
    this[REJECT]!(error);
  }
  client.sendCommand = ((command, stream, node) => {
    // ioredis sends a command through here a second time after an outage.
    if (!command[REJECT]) {
      command[REJECT] = command.reject;
      command.reject = reject;
    }
    return sendCommand(command, stream, node);
  }) as Send;
}
