import type { Command } from 'ioredis';
import { isUnavailable } from '../errors.ts';
import type { RedisClient } from '../redis/client.ts';

/** Returns the reason of a failure as a metric label: Redis' error code, `timeout` or `connection`. */
function reasonOf({ message }: Error): string {
  if (message.startsWith('Command timed out')) return 'timeout';
  return /^[A-Z]{3,}(?= )/.exec(message)?.[0] ?? 'connection';
}

/** Marks a command whose failure is observed. */
const OBSERVED = Symbol('observed');
type ObservedCommand = Command & { [OBSERVED]?: true };
type Send = (command: ObservedCommand, stream?: unknown, node?: unknown) => unknown;

/**
 * Calls `failed` once for each command that Redis could not receive or execute, after all redirections and retries.
 * Errors in the command itself are not reported. No gain: ioredis has no event for a failed command.
 */
export function onCommandFailed(client: RedisClient, failed: (reason: string) => void): void {
  const sendCommand = client.sendCommand.bind(client) as Send;
  client.sendCommand = ((command, stream, node) => {
    // ioredis sends a command through here a second time after an outage.
    if (!command[OBSERVED]) {
      command[OBSERVED] = true;
      const { reject } = command;
      // Uses no `this`: the instrumentation of OpenTelemetry calls it without.
      command.reject = (error) => {
        if (isUnavailable(error)) failed(reasonOf(error));
        reject(error);
      };
    }
    return sendCommand(command, stream, node);
  }) as Send;
}
