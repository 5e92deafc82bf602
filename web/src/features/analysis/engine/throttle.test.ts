import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { throttle } from './throttle.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test('passes on the latest value at intervals', () => {
  const received: number[] = [];
  const { send } = throttle((value: number) => received.push(value), 100);
  for (const value of [1, 2, 3]) send(value);
  expect(received).toEqual([]);
  vi.advanceTimersByTime(100);
  expect(received).toEqual([3]);
  vi.advanceTimersByTime(500);
  send(4);
  vi.advanceTimersByTime(100);
  expect(received).toEqual([3, 4]);
});

test('passes on nothing after its end', () => {
  const received: number[] = [];
  const { send, end } = throttle((value: number) => received.push(value), 100);
  send(1);
  end();
  vi.advanceTimersByTime(500);
  expect(received).toEqual([]);
});
