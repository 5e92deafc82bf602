import type { Access } from '@doushouqi/protocol';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { ACCESS_NOW, accessOf, changeOf, STOLEN_WAYS } from '../../../../test/access.ts';
import { Providers } from '../../../../test/Providers.tsx';
import { answerBy, refusal } from '../../../../test/server.ts';
import { expectToast } from '../../../../test/toasts.ts';
import { ME } from '../../../../test/users.ts';
import { isReviewDue, setReviewDue } from '../../../client/access.ts';
import { session } from '../../../client/session.ts';
import AccessPage from './AccessPage.tsx';

const RECOVERED: Access['review'] = { reason: 'recovery', at: ACCESS_NOW };
const KEPT_AT_FIRST = ['passkey:p', 'codes', 'device:a', 'device:b'];

beforeEach(() => session.login({ access_token: 'mine', user: ME }));
afterEach(() => {
  vi.restoreAllMocks();
  setReviewDue(ME._id, false);
  session.logout();
});

/** Answers the page's calls; `answers` are the replies to the button, in order, the last one again. */
function serve(access: Access, answers: unknown[] = [{ success: true, ended: 2 }]) {
  let current = access;
  const sent = answerBy(({ call }) => {
    if (call === 'GET /users/access') return current;
    const answer = answers.length > 1 ? answers.shift() : answers[0];
    if (!(answer instanceof Response)) current = { ...access, review: null };
    return answer;
  });
  return () => sent.filter(({ call }) => call === 'POST /users/access').map(({ body }) => body);
}

function radio(name: string, word: '保留' | '停用') {
  return page.getByRole('group', { name }).getByRole('radio', { name: word });
}

function button(name: string | RegExp) {
  return page.getByRole('button', { name });
}

test('after a recovery what the server suspended is off, and the button counts it', async () => {
  serve(accessOf({ review: RECOVERED }));
  await render(<AccessPage />, { wrapper: Providers });
  await expect.element(page.getByText(/^你用恢复码找回了账号，新密码已生效。/)).toBeVisible();
  await expect
    .element(page.getByRole('heading', { name: /^近 30 天加进来的/ }))
    .toHaveTextContent('近 30 天加进来的2先停用');
  await expect.element(radio('ta•••1@outlook.com', '停用')).toBeChecked();
  await expect.element(radio('恢复码，剩 9 个', '保留')).toBeChecked();
  await expect
    .element(page.getByRole('listitem').filter({ hasText: '正在用' }).getByText('Windows · Chrome'))
    .toBeVisible();
  await expect.element(button('停用 2 条，保留其余')).toBeVisible();
});

test('the switches work by keys, and every choice changes the count', async () => {
  serve(accessOf({ review: RECOVERED }));
  await render(<AccessPage />, { wrapper: Providers });
  const kept = radio('通行密钥 · Windows · Edge', '保留');
  await kept.click();
  await expect.element(button('停用 1 条，保留其余')).toBeVisible();
  await userEvent.keyboard('{Tab}');
  await expect.element(radio('ta•••1@outlook.com', '停用')).toHaveFocus();
  await userEvent.keyboard('{ArrowLeft}');
  await expect.element(radio('ta•••1@outlook.com', '保留')).toBeChecked();
  await expect.element(button('都留下')).toBeVisible();
});

test('a view without an event marks what was added lately and ends nothing by itself', async () => {
  const ways = STOLEN_WAYS.map((way) => ({ ...way, isSuspended: false }));
  const posts = serve(accessOf({ ways }));
  await render(<AccessPage />, { wrapper: Providers });
  await expect.element(page.getByRole('heading', { name: /^近 30 天加进来的/ })).toBeVisible();
  await expect.element(radio('ta•••1@outlook.com', '保留')).toBeChecked();
  await expect.element(page.getByRole('link', { name: '返回设置' })).toBeVisible();
  await button('都留下').click();
  await expect.element(page.getByRole('heading', { name: '都留下了' })).toHaveFocus();
  expect(posts()).toEqual([]);
});

test('says that the password goes on working when all else is turned off', async () => {
  serve(accessOf({ review: RECOVERED }));
  await render(<AccessPage />, { wrapper: Providers });
  await radio('通行密钥 · Android · Chrome', '停用').click();
  await expect.element(page.getByText(/密码一直能用/)).not.toBeInTheDocument();
  await radio('恢复码，剩 9 个', '停用').click();
  await expect.element(page.getByText(/密码一直能用/)).toBeVisible();
});

test('ends what is off, names it and offers new codes; the review is no longer due', async () => {
  setReviewDue(ME._id, true);
  const posts = serve(accessOf({ review: RECOVERED }));
  await render(<AccessPage />, { wrapper: Providers });
  await expect.element(page.getByRole('heading', { name: '找回账号' })).toBeVisible();
  expect(page.getByRole('link').elements()).toEqual([]);
  await button('停用 2 条，保留其余').click();
  await expect.element(page.getByRole('heading', { name: '停用了 2 条' })).toHaveFocus();
  await expect.element(page.getByRole('listitem').nth(1)).toHaveTextContent('ta•••1@outlook.com');
  expect(posts()).toEqual([{ keep: KEPT_AT_FIRST }]);
  expect(isReviewDue()).toBe(false);
  await button('换一组恢复码').click();
  await expect.element(page.getByRole('dialog', { name: '换一组恢复码' })).toBeVisible();
});

test('a lost reply ends well at the second press', async () => {
  const posts = serve(accessOf({ review: RECOVERED }), [Response.error(), { success: true, ended: 0 }]);
  await render(<AccessPage />, { wrapper: Providers });
  await button('停用 2 条，保留其余').click();
  await expectToast('没有成功，再按一次试试');
  await button('停用 2 条，保留其余').click();
  await expect.element(page.getByRole('heading', { name: '停用了 2 条' })).toBeVisible();
  expect(posts()).toEqual([{ keep: KEPT_AT_FIRST }, { keep: KEPT_AT_FIRST }]);
});

test('asks for the password if the server needs it, and repeats the call with it', async () => {
  const posts = serve(accessOf({ review: RECOVERED }), [
    refusal('PASSWORD_REQUIRED'),
    refusal('WRONG_PASSWORD'),
    { success: true, ended: 2 },
  ]);
  await render(<AccessPage />, { wrapper: Providers });
  await button('停用 2 条，保留其余').click();
  const dialog = page.getByRole('dialog', { name: '停用前确认一下' });
  await dialog.getByLabelText('密码', { exact: true }).fill('wrong horse');
  await dialog.getByRole('button', { name: '停用' }).click();
  await expect.element(dialog.getByText('密码错误')).toBeVisible();
  await dialog.getByLabelText('密码', { exact: true }).fill('correct horse');
  await dialog.getByRole('button', { name: '停用' }).click();
  await expect.element(page.getByRole('heading', { name: '停用了 2 条' })).toBeVisible();
  expect(posts().at(-1)).toEqual({ keep: KEPT_AT_FIRST, password: 'correct horse' });
});

test('shows the changes, also of what is gone', async () => {
  serve(accessOf({ changes: [changeOf('email-removed', ACCESS_NOW)] }));
  await render(<AccessPage />, { wrapper: Providers });
  await expect.element(page.getByText('移除了邮箱')).toBeVisible();
  await expect.element(page.getByText(/Windows · Edge · 203\.0\.113\.\*$/)).toBeVisible();
});

test('says so if only the password opens the account, and if nothing could be loaded', async () => {
  let reply: unknown = refusal('UNAVAILABLE');
  answerBy(() => reply);
  await render(<AccessPage />, { wrapper: Providers });
  await expect.element(page.getByText(/这个账号的登录方式加载不出来/)).toBeVisible();
  reply = accessOf({ ways: STOLEN_WAYS.filter(({ isThis }) => isThis) });
  await button('重试').click();
  await expect.element(page.getByText('除了密码，现在没有别的能打开这个账号。')).toBeVisible();
});

test.each([
  [390, 844],
  [320, 568],
])('fits a window of %i × %i, and every switch is large enough for a finger', async (width, height) => {
  await page.viewport(width, height);
  serve(accessOf({ review: RECOVERED }));
  await render(<AccessPage />, { wrapper: Providers });
  const option = page.getByText('停用', { exact: true }).first();
  await expect.element(option).toBeVisible();
  const { height: tall, width: wide } = option.element().getBoundingClientRect();
  expect(Math.min(tall, wide)).toBeGreaterThanOrEqual(44);
  expect(document.documentElement.scrollWidth).toBe(width);
  await page.viewport(1280, 720);
});
