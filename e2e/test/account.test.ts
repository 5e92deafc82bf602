import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { joinWorld } from '../src/join-world.ts';
import { DESKTOP, PHONE } from '../src/world.ts';

const world = await joinWorld();

test('sets a new password by a recovery code from the downloaded file; the other device is logged out', async () => {
  const one = await world.open(DESKTOP);
  await one.page.goto('/register');
  const downloading = one.page.waitForEvent('download');
  await one.fillRegistration('忘性大', async () => {
    await one.page.getByRole('button', { name: '下载' }).click();
    // A reload shows them again.
    await one.page.reload();
    await one.shot('recovery-codes');
  });
  await one.page.waitForURL('**/');
  const file = await readFile((await (await downloading).path())!, 'utf8');
  const codes = file.match(/^[0-9A-Z]{4}(?:-[0-9A-Z]{4}){3}$/gm)!;
  expect(codes).toHaveLength(10);

  const other = await world.open(PHONE);
  await other.page.goto('/');
  await other.page.getByRole('button', { name: '登录', exact: true }).first().tap();
  await other.page.getByRole('dialog').getByRole('link', { name: '忘记密码' }).tap();
  await other.page.waitForURL('**/recover');
  await other.recover(one.username, codes[4]!.toLowerCase());
  await other.page.waitForURL('**/settings/access');
  await other.page.getByRole('button', { name: '都留下' }).tap();
  await other.page.getByRole('button', { name: '继续' }).tap();
  await other.page.waitForURL((url) => url.pathname === '/');
  expect((await other.storedUser()).nickname).toBe('忘性大');
  await one.page
    .getByRole('dialog', { name: '登录' })
    .or(one.page.getByRole('button', { name: '登录' }))
    .first()
    .waitFor();

  await other.page.goto('/settings');
  await other.sees('还有 9 个，忘了密码时用');
  const third = await world.open(PHONE);
  await third.page.goto('/recover');
  await third.recover(one.username, codes[4]!);
  await third.sees('账号或恢复码错误');
  expect([...one.errors, ...other.errors, ...third.errors]).toEqual([]);
});

test('asks for the deletion of an account; the next login asks whether to keep it', async () => {
  const one = await world.player('去意已决', DESKTOP);
  const { page } = one;
  await one.askForDeletion();
  await page.getByRole('button', { name: '登录', exact: true }).first().click();
  const login = page.getByRole('dialog', { name: '登录' });
  await login.getByLabel('账号', { exact: true }).fill(one.username);
  await login.getByLabel('密码', { exact: true }).fill('correct horse');
  await login.getByRole('button', { name: '登录', exact: true }).click();
  const question = page.getByRole('alertdialog', { name: '留下这个账号？' });
  await question.getByText('这个账号 7 天后注销').waitFor();
  await question.getByRole('button', { name: '留下并登录' }).click();
  await login.waitFor({ state: 'hidden' });
  expect((await one.storedUser()).nickname).toBe('去意已决');
  expect(one.errors).toEqual([]);
});

test('reports a line of the room and the avatar of its author', async () => {
  const [red, blue] = await world.pair('report1', { red: DESKTOP, blue: DESKTOP });
  await blue.page.getByPlaceholder('说点什么…').fill('不好听的话');
  await blue.page.keyboard.press('Enter');
  const { page } = red;
  await page.getByRole('button', { name: '更多操作：苍狼的发言' }).click();
  await page.getByRole('menuitem', { name: '举报这句话' }).click();
  const dialog = page.getByRole('dialog', { name: '举报这句话' });
  await dialog.getByText('不好听的话').waitFor();
  await red.shot('report-line');
  await red.sendReport('辱骂他人');

  const { _id } = await blue.storedUser();
  const third = await world.player('路见不平', PHONE);
  await third.page.goto(`/player/${_id}`);
  await third.page.getByRole('button', { name: '更多：苍狼' }).tap();
  await third.page.getByRole('menuitem', { name: '举报头像' }).tap();
  await third.sendReport('其他');
  expect([...red.errors, ...blue.errors, ...third.errors]).toEqual([]);
});
