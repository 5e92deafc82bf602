import { ERRORS, type ErrorCode, errorBody } from '@doushouqi/protocol';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { Providers } from '../../../test/Providers.tsx';
import { expectToast } from '../../../test/toasts.ts';
import { session } from '../../client/session.ts';
import { hideToast, toastStore } from '../../ui/toast-store.ts';
import LoginModal from './LoginModal.tsx';

const PASSWORD = { exact: true } as const;

/** Types an account and a password and submits them to a server that refuses. */
async function tryToLogIn(code: ErrorCode) {
  vi.spyOn(globalThis, 'fetch').mockImplementation(async () =>
    Response.json(errorBody(code), { status: ERRORS[code].status }),
  );
  await render(<LoginModal open />, { wrapper: Providers });
  await page.getByLabelText('账号', PASSWORD).fill('shanjun');
  await page.getByLabelText('密码', PASSWORD).fill('wrong horse');
  await userEvent.keyboard('{Enter}');
}

let written: ReturnType<typeof vi.spyOn>;
beforeEach(() => {
  hideToast();
  written = vi.spyOn(console, 'error').mockImplementation(() => {});
});
afterEach(() => vi.restoreAllMocks());

test('shows wrong credentials at the focused field until the user types', async () => {
  await tryToLogIn('LOGIN_FAILED');
  const field = page.getByLabelText('密码', PASSWORD);
  await expect.element(page.getByRole('alert')).toHaveTextContent('账号或密码错误');
  await expect.element(field).toHaveFocus();
  await expect.element(field).toHaveAttribute('aria-invalid', 'true');
  expect(toastStore.getState().current).toBeNull();
  await field.fill('right horse');
  await expect.element(field).not.toHaveAttribute('aria-invalid');
});

test('shows other failures in a toast, and logs them', async () => {
  await tryToLogIn('UNAVAILABLE');
  await expectToast(ERRORS.UNAVAILABLE.message, 'error');
  await expect.element(page.getByLabelText('密码', PASSWORD)).not.toHaveAttribute('aria-invalid');
  expect(written).toHaveBeenCalledWith('The login failed:', expect.any(Error));
});

test.each([
  ['/history', 'history', /^战绩记在账号里/],
  ['/play', 'seek', /^找对手需要登录.*登录后马上开始找。$/],
  [null, undefined, '回山里来，接着下这盘棋'],
] as const)('shows why a login is needed: %s %s', async (path, why, text) => {
  session.requestLogin(path, why && { why });
  await render(<LoginModal open />, { wrapper: Providers });
  await expect.element(page.getByRole('dialog', { name: '登录' })).toHaveAccessibleDescription(text);
  session.closeLogin();
});
