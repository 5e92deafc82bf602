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
  return [createRenewal(storage, Date.now), createRenewal(storage, Date.now), storage] as const;
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

it('waits as long as the change takes', async () => {
  const [one, two] = windows();
  const change = Promise.withResolvers<void>();
  void one.during(() => change.promise);
  const then = vi.fn();
  two.after(then);
  await vi.advanceTimersByTimeAsync(30_000);
  expect(then).not.toHaveBeenCalled();
  change.resolve();
  await vi.advanceTimersByTimeAsync(100);
  expect(then).toHaveBeenCalledOnce();
});

it('stops waiting for a window that was closed', async () => {
  const [, two, storage] = windows();
  storage.setItem('renewing', String(Date.now()));
  const then = vi.fn();
  two.after(then);
  await vi.advanceTimersByTimeAsync(10_100);
  expect(then).toHaveBeenCalledOnce();
});

it.each([
  [401, 'UNAUTHORIZED', 'end'],
  [401, 'TOKEN_EXPIRED', 'expired'],
  [401, 'ACCOUNT_CLOSED', 'closed'],
  [403, '', 'end'],
  [500, '', 'end'],
  [0, 'NETWORK', 'keep'],
  [400, 'TOKEN_EXPIRED', 'keep'],
  [404, '', 'keep'],
  [409, '', 'keep'],
  [429, '', 'keep'],
  [503, '', 'keep'],
] as const)('a reply %s %s means: %s', (status, code, verdict) => {
  expect(sessionVerdict({ status, code })).toBe(verdict);
});
