import { expect, test } from 'vitest';
import { createCached } from './cached.ts';

/** Returns 1, 2, 3 …; each `answer` call resolves or rejects one pending question. */
function setUp() {
  const clock = { now: 5_000 };
  const waiting: ((works: boolean) => void)[] = [];
  let asked = 0;
  const kept = createCached({
    ask: () => {
      asked += 1;
      const { promise, resolve, reject } = Promise.withResolvers<number>();
      const answer = asked;
      waiting.push((works) => (works ? resolve(answer) : reject(new Error('away'))));
      return promise;
    },
    ttlMs: 1_000,
    now: () => clock.now,
  });
  return { kept, clock, answer: (works = true) => waiting.shift()?.(works), asked: () => asked };
}

test('asks once for concurrent callers, and again after the TTL', async () => {
  const { kept, clock, answer, asked } = setUp();
  const first = [kept.get(), kept.get(), kept.get()];
  answer();
  expect(await Promise.all(first)).toEqual([1, 1, 1]);
  clock.now += 999;
  expect(await kept.get()).toBe(1);
  clock.now += 1;
  const second = kept.get();
  answer();
  expect(await second).toBe(2);
  expect(asked()).toBe(2);
});

test('does not cache an answer that was requested before a change', async () => {
  const { kept, answer } = setUp();
  const before = kept.get();
  kept.forget();
  const after = kept.get();
  answer();
  answer();
  expect(await Promise.all([before, after, kept.get()])).toEqual([1, 2, 2]);
});

test('does not cache a failure, and a failure does not evict a newer answer', async () => {
  const { kept, answer } = setUp();
  const failing = kept.get();
  answer(false);
  await expect(failing).rejects.toThrow('away');
  const again = kept.get();
  answer();
  expect(await again).toBe(2);

  kept.forget();
  const slow = kept.get();
  kept.forget();
  const quick = kept.get();
  answer(false);
  answer();
  await expect(slow).rejects.toThrow('away');
  expect(await Promise.all([quick, kept.get()])).toEqual([4, 4]);
});
