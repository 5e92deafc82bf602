import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { hideToast, toast, toastStore } from './toast-store.ts';

function current() {
  return toastStore.getState().current;
}

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  hideToast();
  vi.useRealTimers();
});

it('hides after three seconds', () => {
  toast.success('已进入房间');
  expect(current()).toMatchObject({ type: 'success', text: '已进入房间' });
  vi.advanceTimersByTime(2999);
  expect(current()).not.toBeNull();
  vi.advanceTimersByTime(1);
  expect(current()).toBeNull();
});

it('shows one at a time; the timer of the previous one does not hide the next one', () => {
  toast.info('一');
  vi.advanceTimersByTime(2000);
  toast.error('二', { duration: 5000 });
  expect(current()).toMatchObject({ type: 'error', text: '二' });
  vi.advanceTimersByTime(4999);
  expect(current()?.text).toBe('二');
  vi.advanceTimersByTime(1);
  expect(current()).toBeNull();
});

it('with duration 0, stays until another one replaces it', () => {
  toast.warning('等待', { duration: 0 });
  vi.advanceTimersByTime(3_600_000);
  expect(current()?.text).toBe('等待');
  toast.info('好了');
  expect(current()?.text).toBe('好了');
});

it('hides by id only the current one; the same text twice is two toasts', () => {
  const first = toast.info('同');
  const second = toast.info('同');
  expect(second).not.toBe(first);
  hideToast(first);
  expect(current()?.id).toBe(second);
  hideToast(second);
  expect(current()).toBeNull();
});
