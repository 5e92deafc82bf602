import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { Reconciler } from './reconciler.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

function flush() {
  return vi.advanceTimersByTimeAsync(0);
}

test('merges changes during work into one more check, does not delay other keys and frees finished keys', async () => {
  const looks: string[] = [];
  const held: (() => void)[] = [];
  const reconciler = new Reconciler(
    (key) => {
      looks.push(key);
      return new Promise((resolve) => held.push(resolve));
    },
    () => undefined,
  );
  for (const key of ['a', 'a', 'a', 'b']) reconciler.changed(key);
  expect([looks, reconciler.size()]).toEqual([['a', 'b'], 2]);
  held.shift()!();
  await flush();
  expect(looks).toEqual(['a', 'b', 'a']);
  for (const release of held) release();
  await flush();
  expect([looks, reconciler.size()]).toEqual([['a', 'b', 'a'], 0]);
});

test('reports failed work and retries it until it succeeds', async () => {
  const failures: unknown[] = [];
  let tries = 0;
  const reconciler = new Reconciler(
    async () => {
      tries += 1;
      if (tries < 3) throw new Error(`try ${tries}`);
    },
    (error, key) => failures.push([key, (error as Error).message]),
  );
  reconciler.changed('a');
  await flush();
  reconciler.changed('a');
  expect(tries).toBe(1);
  await vi.advanceTimersByTimeAsync(2_000);
  expect([tries, failures, reconciler.size()]).toEqual([
    3,
    [
      ['a', 'try 1'],
      ['a', 'try 2'],
    ],
    0,
  ]);
});
