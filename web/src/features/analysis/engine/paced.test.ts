import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { paced } from './paced.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test('passes on the newest, once in a while', () => {
  const heard: number[] = [];
  const { tell } = paced((value: number) => heard.push(value), 100);
  for (const value of [1, 2, 3]) tell(value);
  expect(heard).toEqual([]);
  vi.advanceTimersByTime(100);
  expect(heard).toEqual([3]);
  vi.advanceTimersByTime(500);
  tell(4);
  vi.advanceTimersByTime(100);
  expect(heard).toEqual([3, 4]);
});

test('after its end nothing is heard', () => {
  const heard: number[] = [];
  const { tell, end } = paced((value: number) => heard.push(value), 100);
  tell(1);
  end();
  vi.advanceTimersByTime(500);
  expect(heard).toEqual([]);
});
