import type { Session } from '@doushouqi/protocol';
import type { Page } from 'playwright';
import { expect, test } from 'vitest';
import { Desk } from '../src/desk.ts';
import { joinWorld } from '../src/join-world.ts';
import { newUsername, PASSWORD } from '../src/members.ts';
import { enrollOperator, inviteOperator } from '../src/operators.ts';
import { DESKTOP } from '../src/world.ts';

const world = await joinWorld();

/** Calls from a browser, with its cookies. */
async function post(page: Page, path: string, data: object, token?: string) {
  const headers = token === undefined ? {} : { authorization: `Bearer ${token}` };
  const reply = await page.request.post(`${world.site.url}/api${path}`, { data, headers });
  return (await reply.json()) as Session & { code?: string; message?: string };
}

async function fillRegistration(page: Page, nickname: string): Promise<void> {
  await page.goto('/register');
  await page.getByLabel('账号', { exact: true }).fill(newUsername());
  await page.getByLabel('昵称', { exact: true }).fill(nickname);
  await page.getByLabel('密码', { exact: true }).fill(PASSWORD);
  await page.getByLabel('确认密码', { exact: true }).fill(PASSWORD);
  await page.getByRole('button', { name: '注册并进山' }).click();
}

test('a mute reaches the next account of the device, and two operators close the device to new accounts', async () => {
  const advertiser = await world.visitor(DESKTOP);
  await advertiser.register('卖货郎中');
  const { _id: userId } = await advertiser.storedUser();
  const { page } = advertiser;

  const window = await world.open(DESKTOP);
  const desk = new Desk(window.page);
  await desk.enter(await inviteOperator(world.site, '阿山'));
  await desk.page.goto(`/admin/people/${userId}`);
  await desk.page.getByLabel('判定', { exact: true }).selectOption('advert');
  await desk.page.getByText('他的设备上的新账号也禁言').click();
  await window.shot('console-also');
  await desk.page.getByRole('button', { name: '禁言 7 天' }).click();
  await desk.sees('卖货郎中：禁言 7 天');

  // The account is forgotten, the cookie stays.
  await page.evaluate(() => localStorage.clear());
  const names = { username: newUsername(), nickname: '又来一个' };
  const form = { ...names, password: PASSWORD, confirmPassword: PASSWORD };
  const { access_token: token, user } = await post(page, '/auth/register', form);
  // Every process reads it within 2 s.
  await expect
    .poll(async () => (await post(page, '/lobby/message', { content: '加我微信' }, token)).message)
    .toMatch(/^这台设备的新账号和游客已被禁言到 /);
  await desk.page.goto(`/admin/people/${user._id}`);
  await desk.page.getByText('同一台设备').waitFor();
  await window.shot('console-related');

  await desk.menu('网段').click();
  const device = desk.page.getByRole('link', { name: /^设备 / }).first();
  await device.click();
  await desk.page.getByRole('link', { name: '又来一个' }).waitFor();
  await desk.page.getByRole('radio', { name: '封号' }).check();
  await desk.page.getByLabel('判定').selectOption('advert');
  await desk.page.getByLabel('理由（记进操作记录）').fill('换号再来');
  await window.shot('console-networks');
  await desk.page.getByRole('button', { name: '换成夜间' }).click();
  await window.shot('console-networks-dark');
  await desk.page.getByRole('button', { name: '请人复核' }).click();
  await desk.sees(/等人复核$/);
  const second = await enrollOperator(world.site, '小满');
  const { current } = await second.listOriginSanctions();
  const pending = current.find(({ sanction }) => sanction.state === 'pending')!;
  await desk.page.goto(`/admin/reviews/pending/${pending.sanction.id}`);
  await desk.sees('要由另一位管理员来定。');
  await window.shot('console-review-origin');
  await second.decideSanction({
    params: { sanctionId: pending.sanction.id },
    body: { approve: true, reason: '属实' },
  });

  // Until then the taken name is refused, and nothing is created.
  await expect.poll(async () => (await post(page, '/auth/register', form)).code).toBe('DEVICE_CLOSED');
  expect((await post(page, '/auth/guest', {})).code).toBe('DEVICE_CLOSED');
  await fillRegistration(page, '第三个号');
  await advertiser.sees(/^这台设备的新账号和游客暂停使用到 .+。这里近来有人反复违规/);
  await advertiser.shot('register-closed-device');
  // Older accounts of the device and other devices go on.
  expect((await post(page, '/auth/login', form)).code).toBeUndefined();
  const elsewhere = await world.visitor(DESKTOP);
  const other = { ...form, username: newUsername(), nickname: '别家的人' };
  expect((await post(elsewhere.page, '/auth/register', other)).code).toBeUndefined();
  for (const player of [window, elsewhere]) expect(player.errors).toEqual([]);
});
