import { startSmtpSink } from '@doushouqi/service-kit/testing';
import { afterAll, expect, test } from 'vitest';
import { DESKTOP, PHONE, startWorld } from '../src/world.ts';

const sink = await startSmtpSink();
const world = await startWorld(undefined, undefined, {
  SMTP_URL: sink.url,
  MAIL_FROM: 'qi@example.test',
  PUBLIC_URL: 'https://qi.example.test',
});
afterAll(async () => {
  await world.stop();
  await sink.stop();
});

/** Resolves to the path of the link in the `n`th e-mail. */
async function link(n: number): Promise<string> {
  await expect.poll(() => sink.arrived[n]).toBeDefined();
  return /https:\/\/qi\.example\.test(\S+)/.exec(sink.arrived[n]!.text)![1]!;
}

test('verifies an address, and sets a new password by a link from an e-mail, once', async () => {
  const one = await world.player('留了邮箱', DESKTOP);
  const { page } = one;
  await page.goto('/settings');
  await page.getByRole('button', { name: '添加', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: '邮箱' });
  await dialog.getByRole('textbox', { name: '邮箱' }).fill('box@example.test');
  await dialog.getByLabel('密码', { exact: true }).fill('correct horse');
  await one.shot('email-dialog');
  await dialog.getByRole('button', { name: '保存' }).click();
  await page.goto(await link(0));
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
  const reset = await link(1);
  await other.page.goto(reset);
  await other.page.getByLabel('新密码', { exact: true }).fill('another horse');
  await other.page.getByLabel('确认密码', { exact: true }).fill('another horse');
  await other.page.getByRole('button', { name: '设新密码并登录' }).tap();
  await other.page.waitForURL((url) => url.pathname === '/');
  expect((await other.storedUser()).nickname).toBe('留了邮箱');

  const third = await world.open(PHONE);
  await third.page.goto(reset);
  await third.page.getByLabel('新密码', { exact: true }).fill('third horse');
  await third.page.getByLabel('确认密码', { exact: true }).fill('third horse');
  await third.page.getByRole('button', { name: '设新密码并登录' }).tap();
  await third.sees('链接已失效，请重新申请');
  expect([...one.errors, ...other.errors, ...third.errors]).toEqual([]);
});
