import { type ApiClient, createApiClient } from '@doushouqi/protocol';
import { PUBLIC_ROUTES } from '@doushouqi/protocol/server';
import { startSmtpSink } from '@doushouqi/service-kit/testing';
import { afterAll, expect, test } from 'vitest';
import { joinWorld, site } from '../src/join-world.ts';
import { DESKTOP, PHONE } from '../src/world.ts';

const sink = await startSmtpSink(site.smtpPort);
afterAll(() => sink.stop());
const world = await joinWorld();

/** Resolves to the path of the `n`th link that an address received. Other e-mails report changes of the account. */
async function link(address: string, n = 0): Promise<string> {
  const links = () => sink.arrived.filter(({ to, token }) => to === address && token !== '');
  await expect.poll(() => links()[n]).toBeDefined();
  return /http:\/\/localhost:\d+(\S+)/.exec(links()[n]!.text)![1]!;
}

/** Logs in without a window, with the password of the stories. */
async function logIn(username: string): Promise<ApiClient> {
  let token: string | null = null;
  const api = createApiClient({
    routes: PUBLIC_ROUTES,
    baseUrl: `${world.site.url}/api`,
    token: () => token,
  });
  token = (await api.login({ body: { username, password: 'correct horse' } })).access_token;
  return api;
}

test('verifies an address, and sets a new password by a link from an e-mail, once', async () => {
  const one = await world.player('留了邮箱', DESKTOP);
  const { page } = one;
  await page.goto('/settings');
  await page.getByRole('button', { name: '添加', exact: true }).first().click();
  const dialog = page.getByRole('dialog', { name: '邮箱' });
  await dialog.getByRole('textbox', { name: '邮箱' }).fill('box@example.test');
  await dialog.getByLabel('密码', { exact: true }).fill('correct horse');
  await one.shot('email-dialog');
  await dialog.getByRole('button', { name: '保存' }).click();
  await page.goto(await link('box@example.test'));
  await page.getByRole('button', { name: '确认邮箱' }).click();
  await one.sees('邮箱已确认');
  await page.goto('/settings');
  await one.sees('box@example.test · 忘了密码用它找回');
  await one.shot('settings-email');

  const other = await world.open(PHONE);
  await other.page.goto('/recover');
  await other.page.getByRole('button', { name: '用邮箱找回' }).tap();
  await other.page.getByRole('main').getByLabel('账号', { exact: true }).fill(one.username);
  await other.page.getByRole('button', { name: '发邮件' }).tap();
  await other.sees(/^这个账号留过邮箱的话/);
  await other.shot('recover-mail-phone');
  const reset = await link('box@example.test', 1);
  await other.page.goto(reset);
  await other.page.getByLabel('新密码', { exact: true }).fill('another horse');
  await other.page.getByLabel('确认密码', { exact: true }).fill('another horse');
  await other.page.getByRole('button', { name: '设新密码并登录' }).tap();
  await other.page.waitForURL('**/settings/access');
  expect((await other.storedUser()).nickname).toBe('留了邮箱');

  const third = await world.open(PHONE);
  await third.page.goto(reset);
  await third.page.getByLabel('新密码', { exact: true }).fill('third horse');
  await third.page.getByLabel('确认密码', { exact: true }).fill('third horse');
  await third.page.getByRole('button', { name: '设新密码并登录' }).tap();
  await third.sees('链接已失效，请重新申请');
  expect([...one.errors, ...other.errors, ...third.errors]).toEqual([]);
});

test('after a theft the owner sees what the thief added, keeps the own address and ends the rest', async () => {
  const box = 'owner@example.test';
  const one = await world.player('失而复得', DESKTOP);
  const own = await one.api();
  await own.setEmail({ body: { email: box, password: 'correct horse' } });
  await own.verifyEmail({ body: { token: (await link(box)).split('#')[1]! } });
  const thief = await logIn(one.username);
  const { recoveryCodes } = await thief.renewRecoveryCodes({ body: { password: 'correct horse' } });

  await one.page.goto('/');
  await one.sees('账号最近换了恢复码，是你吗？');
  await one.shot('home-access-news');

  const other = await world.open(PHONE);
  const { page } = other;
  await thief.askForReset({ body: { username: one.username } });
  await page.goto(await link(box, 1));
  await page.getByLabel('新密码', { exact: true }).fill('another horse');
  await page.getByLabel('确认密码', { exact: true }).fill('another horse');
  await page.getByRole('button', { name: '设新密码并登录' }).tap();
  await page.waitForURL('**/settings/access');
  const end = page.getByRole('button', { name: '停用 2 条，保留其余' });
  await end.waitFor();
  await other.shot('access-review-phone');
  for (const path of ['/', '/play', '/settings']) {
    await page.goto(path);
    await page.waitForURL('**/settings/access');
  }
  await page.goBack();
  await end.waitFor();

  // Another browser knows of the review from the server.
  const third = await world.visitor(DESKTOP);
  await third.page.getByRole('button', { name: '登录', exact: true }).first().click();
  const login = third.page.getByRole('dialog', { name: '登录' });
  await login.getByLabel('账号', { exact: true }).fill(one.username);
  await login.getByLabel('密码', { exact: true }).fill('another horse');
  await login.getByRole('button', { name: '登录', exact: true }).click();
  await third.page.waitForURL('**/settings/access');
  await third.shot('access-review');

  await page.reload();
  await page
    .getByRole('group', { name: /@example\.test$/ })
    .getByRole('radio', { name: '保留' })
    .tap();
  await page.getByRole('button', { name: '停用 1 条，保留其余' }).tap();
  await page.getByRole('heading', { name: '停用了 1 条' }).waitFor();
  await other.shot('access-done-phone');
  await page.getByRole('button', { name: '换一组恢复码' }).tap();
  const dialog = page.getByRole('dialog', { name: '换一组恢复码' });
  await dialog.getByLabel('密码', { exact: true }).fill('another horse');
  await dialog.getByRole('button', { name: '换一组' }).tap();
  await page.getByRole('button', { name: '存好了' }).tap();
  await page.getByRole('button', { name: '继续' }).tap();
  await page.waitForURL((url) => url.pathname === '/');

  await expect(thief.getMe()).rejects.toMatchObject({ status: 401 });
  const [code = ''] = recoveryCodes;
  const again = { username: one.username, code, password: 'thief horse', confirmPassword: 'thief horse' };
  await expect(thief.recover({ body: again })).rejects.toMatchObject({ code: 'RECOVERY_FAILED' });
  const owner = await other.api();
  await expect
    .poll(() => owner.getAccount())
    .toMatchObject({ email: box, recoveryCodesLeft: 10, suspended: [] });
  await thief.askForReset({ body: { username: one.username } });
  await link(box, 2);
  expect([...one.errors, ...other.errors, ...third.errors]).toEqual([]);
});

test('logs in by a passkey of the browser', async () => {
  const baseURL = world.site.url.replace('127.0.0.1', 'localhost');
  const one = await world.open({ ...DESKTOP, baseURL });
  const { page } = one;
  const devTools = await page.context().newCDPSession(page);
  await devTools.send('WebAuthn.enable');
  await devTools.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
  await one.register('有钥匙');
  await page.goto('/settings');
  const account = page.getByRole('region', { name: '账号' });
  await account.getByText('通行密钥', { exact: true }).waitFor();
  await account.getByRole('button', { name: '添加' }).last().click();
  const dialog = page.getByRole('dialog', { name: '添加通行密钥' });
  await dialog.getByLabel('密码', { exact: true }).fill('correct horse');
  await dialog.getByRole('button', { name: '添加' }).click();
  await one.sees('1 个，登录不用输密码');
  await one.shot('settings-passkey');

  await page.evaluate(() => localStorage.clear());
  await page.goto('/');
  await page.getByRole('button', { name: '登录', exact: true }).first().click();
  const login = page.getByRole('dialog', { name: '登录' });
  await login.getByRole('button', { name: '用通行密钥登录' }).waitFor();
  await one.shot('login-passkey');
  await login.getByRole('button', { name: '用通行密钥登录' }).click();
  await login.waitFor({ state: 'hidden' });
  expect((await one.storedUser()).nickname).toBe('有钥匙');
  expect(one.errors).toEqual([]);
});
