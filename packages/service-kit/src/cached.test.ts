import { expect, test } from 'vitest';
import { createCached } from './cached.ts';

/** Returns 1, 2, 3 …; each `answer` call resolves or rejects one pending question. */
function setUp() {
  const clock = { now: 5_000 };
  const waiting: ((works: boolean) => void)[] = [];
  let asked = 0;
  const cached = createCached({
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
  return { cached, clock, answer: (works = true) => waiting.shift()?.(works), asked: () => asked };
}

test('asks once for concurrent callers, and again after the TTL', async () => {
  const { cached, clock, answer, asked } = setUp();
  const first = [cached.get(), cached.get(), cached.get()];
  answer();
  expect(await Promise.all(first)).toEqual([1, 1, 1]);
  clock.now += 999;
  expect(await cached.get()).toBe(1);
  clock.now += 1;
  const second = cached.get();
  answer();
  expect(await second).toBe(2);
  expect(asked()).toBe(2);
});

test('does not cache an answer that was requested before a change', async () => {
  const { cached, answer } = setUp();
  const before = cached.get();
  cached.forget();
  const after = cached.get();
  answer();
  answer();
  expect(await Promise.all([before, after, cached.get()])).toEqual([1, 2, 2]);
});

test('does not cache a failure, and a failure does not evict a newer answer', async () => {
  const { cached, answer } = setUp();
  const failing = cached.get();
  answer(false);
  await expect(failing).rejects.toThrow('away');
  const again = cached.get();
  answer();
  expect(await again).toBe(2);

  cached.forget();
  const slow = cached.get();
  cached.forget();
  const quick = cached.get();
  answer(false);
  answer();
  await expect(slow).rejects.toThrow('away');
  expect(await Promise.all([quick, cached.get()])).toEqual([4, 4]);
});
