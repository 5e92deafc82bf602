import { ApiError, ERRORS, type ErrorCode, errorBody } from '@doushouqi/protocol';
import { expect, it } from 'vitest';
import { toastStore } from '../ui/toast-store.ts';
import { attempt } from './attempt.ts';

function refusal(code: ErrorCode) {
  return new ApiError(ERRORS[code].status, errorBody(code));
}

it.each(['ROOM_BUSY', 'UNAVAILABLE', 'OFFER_PENDING', 'NO_OFFER', 'RATE_LIMITED'] as const)(
  "shows the server's message: %s",
  async (code) => {
    expect(await attempt(Promise.reject(refusal(code)), '请求失败，请重试')).toBe(false);
    expect(toastStore.getState().current).toMatchObject({ type: 'warning', text: ERRORS[code].message });
  },
);

it.each([
  ['a fault of the server', refusal('INTERNAL')],
  ['no answer', new ApiError(0, { code: 'NETWORK', message: '网络连接失败' })],
  ['anything else', new TypeError('x is not a function')],
])('shows the generic message for %s', async (_, error) => {
  expect(await attempt(Promise.reject(error), '请求失败，请重试')).toBe(false);
  expect(toastStore.getState().current).toMatchObject({ type: 'error', text: '请求失败，请重试' });
});

it('shows no message after a success', async () => {
  const before = toastStore.getState().current;
  expect(await attempt(Promise.resolve(), '请求失败，请重试')).toBe(true);
  expect(toastStore.getState().current).toBe(before);
});
