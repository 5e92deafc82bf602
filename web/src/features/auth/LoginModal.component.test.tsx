import { ERRORS, type ErrorCode, errorBody } from '@doushouqi/protocol';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { useStore } from 'zustand';
import { letterOf } from '../../../test/letters.ts';
import { Providers } from '../../../test/Providers.tsx';
import { answerBy, refusal } from '../../../test/server.ts';
import { expectToast } from '../../../test/toasts.ts';
import { ME } from '../../../test/users.ts';
import { session } from '../../client/session.ts';
import { closeDialog, dialogStore } from '../../ui/dialog-store.ts';
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

test('says that the account was closed, and how to see why', async () => {
  session.login({ access_token: 'mine', user: ME });
  session.logout({ closedText: '这个账号已被停用到 12月23日 19:30' });
  session.requestLogin();
  await render(<LoginModal open />, { wrapper: Providers });
  await expect
    .element(page.getByRole('dialog', { name: '登录' }))
    .toHaveAccessibleDescription('这个账号已被停用到 12月23日 19:30。用密码登录，可以看原因和申诉。');
  session.closeLogin();
  expect(session.store.getState().closedText).toBeNull();
});

/** The dialog that the shell shows. */
function Host() {
  return useStore(dialogStore, ({ dialog }) => dialog);
}

describe('the login to a closed account', () => {
  const CLOSED = letterOf({ kind: 'close', text: '你用引擎下了 20 盘排位。', quotes: [] }, Date.now());
  const CREDENTIALS = { username: 'shanjun', password: 'right horse' };

  /** Logs in on the device of a guest. Answers the calls for the letter in this order, the last one again. */
  async function logIn(...letters: unknown[]) {
    session.login({ access_token: 'guest', user: { ...ME, isGuest: true } });
    session.requestLogin();
    const sent = answerBy(({ call }) => {
      if (call === 'POST /auth/login') return refusal('ACCOUNT_CLOSED');
      if (call !== 'POST /auth/closed/appeal') return undefined;
      return letters.length > 1 ? letters.shift() : letters[0];
    });
    await render(
      <>
        <LoginModal open />
        <Host />
      </>,
      { wrapper: Providers },
    );
    await page.getByLabelText('账号', PASSWORD).fill(CREDENTIALS.username);
    await page.getByLabelText('密码', PASSWORD).fill(CREDENTIALS.password);
    await userEvent.keyboard('{Enter}');
    const dialog = page.getByRole('dialog', { name: '账号已停用' });
    await expect.element(dialog).toBeVisible();
    const appeals = () => sent.filter(({ call }) => call.endsWith('/appeal')).map(({ body }) => body);
    return { dialog, appeals };
  }
  afterEach(() => {
    closeDialog();
    session.logout();
  });

  test('shows the letter, sends the appeal with the password, and leaves a guest logged in', async () => {
    const appealed = {
      ...CLOSED,
      appealUntil: null,
      appeal: { text: '不是我', at: Date.now(), answer: null },
    };
    const { dialog, appeals } = await logIn(CLOSED, Response.error(), refusal('APPEAL_CLOSED'), appealed);
    await expect.element(dialog.getByText('你用引擎下了 20 盘排位。')).toBeVisible();
    await dialog.getByRole('button', { name: '申诉' }).click();
    await dialog.getByLabelText('哪里不对').fill('不是我');
    await dialog.getByRole('button', { name: '提交申诉' }).click();
    await expectToast('申诉没有送到，请重试');
    await dialog.getByRole('button', { name: '提交申诉' }).click();
    await expect.element(dialog.getByRole('button', { name: '已申诉，等回复' })).toBeVisible();
    const appeal = { ...CREDENTIALS, text: '不是我' };
    expect(appeals()).toEqual([CREDENTIALS, appeal, appeal, CREDENTIALS]);
    expect(session.store.getState()).toMatchObject({ user: { isGuest: true }, loginModalVisible: false });
    await dialog.getByRole('button', { name: '知道了' }).click();
    await expect.element(dialog).not.toBeInTheDocument();
  });

  test('offers another attempt when the letter cannot be loaded', async () => {
    const { dialog } = await logIn(refusal('UNAVAILABLE'), CLOSED);
    await expect.element(dialog.getByText(/^服务暂时不可用/)).toBeVisible();
    await dialog.getByRole('button', { name: '重试' }).click();
    await expect.element(dialog.getByText('你用引擎下了 20 盘排位。')).toBeVisible();
  });
});
