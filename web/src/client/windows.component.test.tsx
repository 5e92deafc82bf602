import { afterEach, expect, test, vi } from 'vitest';
import { isLockHeld, openChannel, withLock } from './windows.ts';

function refuse(): never {
  throw new DOMException('The operation is insecure.', 'SecurityError');
}

afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

test('work runs once where the browser refuses locks, and its failure is the caller’s', async () => {
  vi.spyOn(navigator.locks, 'request').mockImplementation(async () => refuse());
  vi.spyOn(navigator.locks, 'query').mockImplementation(async () => refuse());
  const work = vi.fn(async () => 'done');
  expect(await withLock('one', 'exclusive', work)).toBe('done');
  expect(work).toHaveBeenCalledOnce();
  await expect(withLock('one', 'shared', () => Promise.reject(new Error('failed')))).rejects.toThrow(
    'failed',
  );
  expect(await isLockHeld('one')).toBe(false);
});

test('work that fails under a lock runs once', async () => {
  const work = vi.fn(() => Promise.reject(new Error('failed')));
  await expect(withLock('two', 'exclusive', work)).rejects.toThrow('failed');
  expect(work).toHaveBeenCalledOnce();
});

test('there is no channel where the browser refuses it', () => {
  vi.stubGlobal('BroadcastChannel', refuse);
  expect(openChannel('three')).toBeNull();
});
