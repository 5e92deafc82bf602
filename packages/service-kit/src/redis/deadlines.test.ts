import { Command } from 'ioredis';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { Deadlines } from './deadlines.ts';

const MS = 2_000;

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
});
afterEach(() => {
  vi.useRealTimers();
});

/** A command given to `deadlines`, and what became of it. */
function sent(deadlines: Deadlines, command = new Command('get', ['key'])) {
  const outcome: { error?: string } = {};
  deadlines.add(command);
  command.promise.catch((error: Error) => {
    outcome.error = error.message;
  });
  return { command, outcome };
}

test('each command that is not answered fails when its own time is over', async () => {
  const deadlines = new Deadlines(MS);
  const first = sent(deadlines);
  await vi.advanceTimersByTimeAsync(500);
  const second = sent(deadlines);
  await vi.advanceTimersByTimeAsync(1_499);
  expect(first.outcome.error).toBeUndefined();
  await vi.advanceTimersByTimeAsync(1);
  expect(first.outcome.error).toBe('Command timed out');
  await vi.advanceTimersByTimeAsync(499);
  expect(second.outcome.error).toBeUndefined();
  await vi.advanceTimersByTimeAsync(1);
  expect(second.outcome.error).toBe('Command timed out');
  expect(vi.getTimerCount()).toBe(0);
});

test('one that was answered is left alone, before one that was not and behind it', async () => {
  const deadlines = new Deadlines(MS);
  const [before, late, behind] = [sent(deadlines), sent(deadlines), sent(deadlines)];
  for (const { command } of [before, behind]) command.resolve(Buffer.from('value'));
  await vi.advanceTimersByTimeAsync(MS);
  expect([before, late, behind].map(({ outcome }) => outcome.error)).toEqual([
    undefined,
    'Command timed out',
    undefined,
  ]);
  expect(vi.getTimerCount()).toBe(0);
});

test('one that is given again, as after an outage, gets no more time', async () => {
  const deadlines = new Deadlines(MS);
  const { command, outcome } = sent(deadlines);
  await vi.advanceTimersByTimeAsync(1_000);
  deadlines.add(command);
  await vi.advanceTimersByTimeAsync(1_000);
  expect(outcome.error).toBe('Command timed out');
  expect(vi.getTimerCount()).toBe(0);
});
