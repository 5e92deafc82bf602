import { expect, test } from 'vitest';
import { CommandGate } from './command-gate.ts';

test('closing waits for running commands and refuses new ones', async () => {
  const gate = new CommandGate();
  const command = Promise.withResolvers<string>();
  const answer = gate.run(() => command.promise);
  let closed = false;
  const closing = gate.close().then(() => {
    closed = true;
  });
  await expect(gate.run(async () => 'late')).rejects.toMatchObject({ code: 'UNAVAILABLE' });
  expect(closed).toBe(false);
  command.resolve('done');
  expect(await answer).toBe('done');
  await closing;
});

test('closing does not wait for a failed command', async () => {
  const gate = new CommandGate();
  await expect(gate.run(() => Promise.reject(new Error('no')))).rejects.toThrow('no');
  await gate.close();
});
