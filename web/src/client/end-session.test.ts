import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createRenewal, sessionVerdict } from './end-session.ts';
import { safeStorage } from './storage.ts';

/** Two windows of one browser. */
function windows() {
  const data = new Map<string, string>();
  const storage = safeStorage(() => ({
    getItem: (key) => data.get(key) ?? null,
    setItem: (key, value) => void data.set(key, value),
    removeItem: (key) => void data.delete(key),
  }));
  return [createRenewal(storage, Date.now), createRenewal(storage, Date.now)] as const;
}

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

it('calls back at once when no window waits for a token', () => {
  const then = vi.fn();
  windows()[0].after(then);
  expect(then).toHaveBeenCalledOnce();
});

it.each(['resolve', 'reject'] as const)('delays every window until the change %ss', async (how) => {
  const [one, two] = windows();
  const change = Promise.withResolvers<string>();
  const changed = one.during(() => change.promise).catch((error: unknown) => error);
  const then = vi.fn();
  two.after(then);
  one.after(then);
  await vi.advanceTimersByTimeAsync(3_000);
  expect(then).not.toHaveBeenCalled();
  change[how]('done');
  expect(await changed).toBe('done');
  await vi.advanceTimersByTimeAsync(100);
  expect(then).toHaveBeenCalledTimes(2);
});

it('stops waiting for a window that was closed', async () => {
  const [one, two] = windows();
  void one.during(() => new Promise(() => {}));
  const then = vi.fn();
  two.after(then);
  await vi.advanceTimersByTimeAsync(10_100);
  expect(then).toHaveBeenCalledOnce();
});

it.each([
  [401, '请先登录', 'end'],
  [401, 'TOKEN_EXPIRED', 'expired'],
  [403, '', 'end'],
  [500, '', 'end'],
  [0, '网络连接失败', 'keep'],
  [400, 'TOKEN_EXPIRED', 'keep'],
  [404, '', 'keep'],
  [409, '', 'keep'],
  [429, '', 'keep'],
  [503, '', 'keep'],
] as const)('a reply %s %s means: %s', (status, message, verdict) => {
  expect(sessionVerdict({ status, message })).toBe(verdict);
});
