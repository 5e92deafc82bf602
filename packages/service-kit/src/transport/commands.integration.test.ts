import type { Command } from 'ioredis';
import { afterAll, expect, test } from 'vitest';
import { startTestRedis } from '../../testing/index.ts';
import { closeRedis, connectRedis } from '../redis.ts';
import { onCommandFailed } from './commands.ts';

const server = await startTestRedis();
const redis = connectRedis(server.url, { role: 'command' });
afterAll(async () => {
  await closeRedis(redis);
  await server.stop();
});

test('counts a command that Redis could not execute, also while it is traced, and no mistake of the caller', async () => {
  const send = redis.sendCommand.bind(redis);
  // As the instrumentation of OpenTelemetry does.
  redis.sendCommand = (command: Command) => {
    const reply = send(command);
    const { reject } = command;
    command.reject = (error) => reject(error);
    return reply;
  };
  const reasons: string[] = [];
  onCommandFailed(redis, (reason) => reasons.push(reason));
  const fail = (message: string) => redis.eval(`return redis.error_reply('${message}')`, 0);
  await expect(fail('OOM command not allowed')).rejects.toThrow('OOM');
  await expect(fail('WRONGTYPE Operation against a key')).rejects.toThrow('WRONGTYPE');
  expect(reasons).toEqual(['OOM']);
});
