import { afterEach, expect, test, vi } from 'vitest';
import { currentRoom } from '../client/current-room.ts';
import { KEYS, tabStorage } from '../client/storage.ts';
import { hideToast, toastStore } from '../ui/toast-store.ts';
import { pageMissing, partMissing } from './missing.ts';

const FAILURE = new TypeError('Failed to fetch dynamically imported module');

afterEach(() => {
  vi.restoreAllMocks();
  tabStorage.removeItem(KEYS.reloaded);
  currentRoom.setState({ roomId: null, playing: false, rated: false });
  hideToast();
});

/** The page was reloaded a moment ago, or a game is running: both forbid a reload, which would end this test. */
test.each([
  ['a game is running', () => currentRoom.setState({ roomId: '7', playing: true })],
  ['a reload did not help', () => tabStorage.setItem(KEYS.reloaded, String(Date.now()))],
])('the page goes on without a missing part while %s', async (_, begin) => {
  vi.spyOn(console, 'error').mockImplementation(() => {});
  begin();
  await partMissing(FAILURE);
  expect(toastStore.getState().current?.text).toBe('没有加载成功，请稍后重新加载');
  expect(() => pageMissing(FAILURE, undefined)).toThrow(FAILURE);
});
