import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { createMemoryRouter, RouterProvider } from 'react-router-dom';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { accessOf } from '../../../../test/access.ts';
import { Providers } from '../../../../test/Providers.tsx';
import { answerBy, answerCalls, refusal } from '../../../../test/server.ts';
import { expectToast } from '../../../../test/toasts.ts';
import { ME } from '../../../../test/users.ts';
import NewCodes from '../../../app/NewCodes.tsx';
import { endSession } from '../../../client/end-session.ts';
import { session } from '../../../client/session.ts';
import { KEYS, storage } from '../../../client/storage.ts';
import AccountCard from './AccountCard.tsx';

const ACCOUNT = {
  recoveryCodesLeft: 10,
  email: null,
  hasMail: false,
  hasPasskeys: false,
  passkeys: [],
  nicknameChangeableAt: null,
  formerNicknames: [],
  suspended: [],
};
const CODES = Array.from({ length: 10 }, (_, n) => `${n}K2F-7QXM-3RTV-9WZA`);
const AT = Date.UTC(2026, 10, 27, 12);
const DEVICES = [
  { id: 'a', name: 'Windows · Chrome', since: AT, seenAt: AT, isThis: true },
  { id: 'b', name: 'iOS · Safari', since: AT, seenAt: AT, isThis: false },
];

beforeEach(() => session.login({ access_token: 'mine', user: ME }));
afterEach(() => {
  vi.restoreAllMocks();
  session.logout();
});

function button(name: string) {
  return page.getByRole('button', { name, exact: true });
}

test('reports a failure and loads again', async () => {
  const answers: Record<string, unknown> = { 'GET /users/account': refusal('UNAVAILABLE') };
  answerCalls(answers);
  await render(<AccountCard />, { wrapper: Providers });
  await expect.element(page.getByText(/^账号信息加载失败/)).toBeVisible();
  answers['GET /users/account'] = ACCOUNT;
  await button('重试').click();
  await expect.element(page.getByText('还有 10 个，忘了密码时用')).toBeVisible();
});

test('changes the nickname; a refusal is shown at the field', async () => {
  const answers: Record<string, unknown> = {
    'GET /users/account': ACCOUNT,
    'POST /users/settings/nickname': refusal('NICKNAME_TAKEN'),
  };
  answerCalls(answers);
  await render(<AccountCard />, { wrapper: Providers });
  await button('改昵称').click();
  const field = page.getByLabelText('昵称', { exact: true });
  await field.fill(' ');
  await button('改名').click();
  await expect.element(page.getByText('请输入昵称')).toBeVisible();
  await field.fill('苍狼');
  await button('改名').click();
  await expect.element(page.getByText(/^已有人使用/)).toBeVisible();
  answers['POST /users/settings/nickname'] = { ...ME, nickname: '苍狼' };
  await field.fill('苍狼');
  await button('改名').click();
  await expect.element(page.getByText('苍狼 · 30 天可以改一次')).toBeVisible();
  expect(session.store.getState().user?.nickname).toBe('苍狼');
});

test('a nickname that was changed lately cannot be changed', async () => {
  answerCalls({ 'GET /users/account': { ...ACCOUNT, nicknameChangeableAt: Date.now() + 86_400_000 } });
  await render(<AccountCard />, { wrapper: Providers });
  await expect.element(button('改昵称')).toBeDisabled();
});

test('shows new recovery codes after the password until they are stored: Escape keeps them', async () => {
  const answers: Record<string, unknown> = {
    'GET /users/account': { ...ACCOUNT, recoveryCodesLeft: 0 },
    'POST /users/settings/recovery-codes': refusal('WRONG_PASSWORD'),
  };
  const sent = answerCalls(answers);
  await render(
    <>
      <AccountCard />
      <NewCodes />
    </>,
    { wrapper: Providers },
  );
  await expect.element(page.getByText('一个也没有了，忘了密码就找不回账号')).toBeVisible();
  await button('换一组').click();
  const dialog = page.getByRole('dialog', { name: '换一组恢复码' });
  await dialog.getByLabelText('密码', { exact: true }).fill('wrong horse');
  await dialog.getByRole('button', { name: '换一组' }).click();
  await expect.element(dialog.getByText('密码错误')).toBeVisible();
  answers['POST /users/settings/recovery-codes'] = { recoveryCodes: CODES };
  await dialog.getByLabelText('密码', { exact: true }).fill('correct horse');
  await dialog.getByRole('button', { name: '换一组' }).click();
  await expect.element(page.getByText(CODES[9]!)).toBeVisible();
  expect(sent.findLast(({ call }) => call.startsWith('POST'))?.body).toEqual({ password: 'correct horse' });
  await userEvent.keyboard('{Escape}');
  await expectToast('先下载或复制，再点「存好了」');
  await expect.element(page.getByText(CODES[9]!)).toBeVisible();
  await button('存好了').click();
  const kept = 'POST /users/settings/recovery-codes/kept';
  await expect.poll(() => sent.some(({ call }) => call === kept)).toBe(true);
  await expect.element(page.getByRole('list', { name: '恢复码' })).not.toBeInTheDocument();
});

test('says in words what is suspended, and leads to the page that decides', async () => {
  const passkeys = [
    { id: 'w', name: 'Windows · Edge', since: AT },
    { id: 'p', name: 'Android · Chrome', since: AT },
  ];
  answerCalls({
    'GET /users/account': {
      ...ACCOUNT,
      email: 'ta@example.test',
      hasMail: true,
      hasPasskeys: true,
      passkeys,
      suspended: ['codes', 'email', 'passkey:w'],
    },
  });
  const router = createMemoryRouter([
    { path: '/', element: <AccountCard /> },
    { path: '/settings/access', element: <p>逐条看一遍</p> },
  ]);
  await render(
    <QueryClientProvider client={new QueryClient()}>
      <RouterProvider router={router} />
    </QueryClientProvider>,
  );
  await expect.element(page.getByText('先停用了，忘了密码时用不了')).toBeVisible();
  await expect.element(page.getByText('ta@example.test · 先停用了，收不到找回的信')).toBeVisible();
  await expect.element(page.getByText('2 个，其中 1 个先停用了')).toBeVisible();
  await button('管理').first().click();
  const dialog = page.getByRole('dialog', { name: '通行密钥' });
  await expect
    .element(
      dialog
        .getByRole('listitem')
        .first()
        .getByText(/先停用了，登录不了$/),
    )
    .toBeVisible();
  await expect
    .element(
      dialog
        .getByRole('listitem')
        .nth(1)
        .getByText(/先停用/),
    )
    .not.toBeInTheDocument();
  await dialog.getByRole('button', { name: '关闭' }).click();
  await expect.element(page.getByText('有 3 条先停用了，等你看一遍')).toBeVisible();
  await button('查看').click();
  await expect.element(page.getByText('逐条看一遍')).toBeVisible();
});

test('ends another device, and all others after the password with a new token for this one', async () => {
  let devices = DEVICES;
  const sent = answerBy(({ call, body }) => {
    if (call === 'GET /users/account') return ACCOUNT;
    if (call === 'GET /users/access') return accessOf();
    if (call === 'GET /users/devices') return devices;
    if (call.startsWith('POST') && (body as { password?: string }).password !== 'correct horse')
      return refusal('WRONG_PASSWORD');
    devices = DEVICES.slice(0, 1);
    return call.startsWith('DELETE') ? { success: true } : { success: true, access_token: 'next' };
  });
  await render(<AccountCard />, { wrapper: Providers });
  await button('管理').click();
  const dialog = page.getByRole('dialog', { name: '登录的设备' });
  await expect.element(dialog.getByText(/^这台设备/)).toBeVisible();
  await dialog.getByRole('button', { name: '退出其他设备' }).click();
  const question = page.getByRole('dialog', { name: '退出其他设备' });
  await question.getByLabelText('密码', { exact: true }).fill('wrong horse');
  await question.getByRole('button', { name: '退出', exact: true }).click();
  await expect.element(question.getByText('密码错误')).toBeVisible();
  expect(session.token()).toBe('mine');
  await question.getByLabelText('密码', { exact: true }).fill('correct horse');
  await question.getByRole('button', { name: '退出', exact: true }).click();
  await expect.element(question).not.toBeInTheDocument();
  expect(session.token()).toBe('next');
  devices = DEVICES;
  await button('管理').click();
  await dialog.getByRole('button', { name: '退出', exact: true }).click();
  await expect.element(dialog.getByText('iOS · Safari')).not.toBeInTheDocument();
  expect(sent.map(({ call }) => call)).toContain('DELETE /users/devices/b');
});

test('asks for the deletion with the password, logs out and ends the calls of the device', async () => {
  storage.setItem(KEYS.push, 'null');
  const expired: boolean[] = [];
  const stop = session.store.subscribe(({ isExpired }) => expired.push(isExpired));
  answerBy(({ call }) => {
    if (call === 'GET /users/account') return ACCOUNT;
    // The window is notified of the end before the reply arrives.
    endSession('expired', session.token(), '');
    return { success: true, deletesAt: Date.now() + 7 * 86_400_000 };
  });
  await render(<AccountCard />, { wrapper: Providers });
  await button('注销').click();
  const dialog = page.getByRole('dialog', { name: '注销账号' });
  await dialog.getByLabelText('密码', { exact: true }).fill('correct horse');
  await dialog.getByRole('button', { name: '注销账号' }).click();
  await expect.poll(() => session.store.getState().user).toBeNull();
  stop();
  expect(expired).not.toContain(true);
  await expect.poll(() => storage.getItem(KEYS.push)).toBeNull();
});

test('an address needs a valid form; without e-mails of the operator there is no row for it', async () => {
  const answers: Record<string, unknown> = { 'GET /users/account': ACCOUNT };
  const sent = answerCalls(answers);
  const { unmount } = await render(<AccountCard />, { wrapper: Providers });
  await expect.element(button('改昵称')).toBeVisible();
  await expect.element(button('添加')).not.toBeInTheDocument();
  await unmount();
  answers['GET /users/account'] = { ...ACCOUNT, hasMail: true };
  answers['POST /users/settings/email'] = { success: true };
  await render(<AccountCard />, { wrapper: Providers });
  await button('添加').click();
  const dialog = page.getByRole('dialog', { name: '邮箱' });
  await dialog.getByLabelText('密码', { exact: true }).fill('correct horse');
  await dialog.getByRole('textbox', { name: '邮箱' }).fill('shanjun');
  await button('保存').click();
  await expect.element(dialog.getByText('邮箱格式有误')).toBeVisible();
  await dialog.getByRole('textbox', { name: '邮箱' }).fill('shan@example.test');
  await button('保存').click();
  await expect.element(dialog).not.toBeInTheDocument();
  const body = { email: 'shan@example.test', password: 'correct horse' };
  expect(sent.findLast(({ call }) => call.startsWith('POST'))?.body).toEqual(body);
});
