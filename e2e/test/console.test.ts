import { expect, test } from 'vitest';
import { Desk } from '../src/desk.ts';
import { joinWorld } from '../src/join-world.ts';
import { enroll } from '../src/members.ts';
import { inviteOperator } from '../src/operators.ts';
import { DESKTOP, PHONE } from '../src/world.ts';

const world = await joinWorld();
const ROOM = 'console1';
const INSULT = '这盘棋三岁小孩都比你强';

/** Opens a window of the console. */
async function openDesk() {
  const window = await world.open(DESKTOP);
  return { window, desk: new Desk(window.page) };
}

test('a report leads to a mute from the keyboard, to the appeal, its answer by another operator, and a closure by two', async () => {
  const [red, blue] = await world.pair(ROOM, { red: DESKTOP, blue: PHONE });
  const { _id: userId } = await blue.storedUser();
  await blue.say(INSULT);
  await red.page.getByRole('button', { name: '更多操作：苍狼的发言' }).click();
  await red.page.getByRole('menuitem', { name: '举报这句话' }).click();
  await red.sendReport('辱骂他人');

  const { window: firstWindow, desk: first } = await openDesk();
  await first.enter(await inviteOperator(world.site, '阿山'));
  // Nothing but keys from here to the measure.
  await first.moveTo(userId);
  await first.page.keyboard.press('e');
  await first.page.getByRole('list', { name: '聊天记录' }).getByText(INSULT).waitFor();
  await first.page.keyboard.press('1');
  await first.page.getByRole('button', { name: '禁言 1 天' }).waitFor();
  await firstWindow.shot('console-report');
  await first.page.keyboard.press('Control+Enter');
  await first.sees('苍狼：禁言 1 天');

  await blue.sees('值守给你发了一封通知，换页时打开');
  await red.page.getByText(INSULT).waitFor({ state: 'detached' });
  await blue.page.goto('/ladder');
  await blue.page.waitForURL('**/letters/*');
  await blue.sees(/你在对局里辱骂他人。聊天停用 1 天，到 .+。下棋不受影响。/);
  await blue.page.getByRole('button', { name: '申诉', exact: true }).tap();
  await blue.page.getByLabel('哪里不对').fill('他先骂的我');
  await blue.page.getByRole('button', { name: '提交申诉' }).tap();
  await blue.page.getByRole('button', { name: '已申诉，等回复' }).waitFor();
  const sanctionId = new URL(blue.page.url()).pathname.split('/').at(-1)!;

  // Another operator answers, appointed by the first one.
  await first.page.goto(`/admin/reviews/appeals/${sanctionId}`);
  await first.sees('要由提出处理以外的另一位来答复。');
  const { user } = await enroll(world.site.url, '后山小满');
  await first.menu('值守').click();
  await first.page.getByLabel('账号或昵称').fill(user.username);
  await first.page.getByRole('button', { name: `@${user.username}` }).click();
  await first.page.getByRole('radio', { name: '管理员' }).check();
  await first.conclude('夜里值守', '任命为管理员');
  const invitation = (await first.page.locator('output').textContent()) ?? '';
  const { window: secondWindow, desk: second } = await openDesk();
  await second.enter({ username: user.username, invitation });
  await second.page.goto(`/admin/reviews/appeals/${sanctionId}`);
  await second.sees('他先骂的我');
  await second.page.getByRole('radio', { name: '同意申诉' }).check();
  await secondWindow.shot('console-appeal');
  await second.conclude('双方都有', '撤销禁言');
  await second.sees('已答复苍狼');
  await blue.page.getByRole('heading', { name: '申诉通过' }).waitFor();
  await blue.sees(/^看了你的申诉，这次处理撤销了/);

  // A closure begins when the other operator approves it.
  await second.page.goto(`/admin/people/${userId}`);
  await second.page.getByLabel('判定', { exact: true }).selectOption('arranged');
  await second.page.getByRole('radio', { name: '封号' }).check();
  await secondWindow.shot('console-person');
  await second.page.getByRole('button', { name: '请人复核' }).click();
  await second.sees('苍狼：封号 7 天，等人复核');
  await first.menu('复核').click();
  await first.page
    .getByRole('list', { name: '要处理的' })
    .getByRole('link', { name: /苍狼.*封号/ })
    .click();
  await first.conclude('证据充分', '同意封号 7 天');
  await first.sees('苍狼：封号 7 天已生效');
  await blue.page
    .getByRole('dialog', { name: '登录' })
    .getByText(/^这个账号已被停用到 /)
    .waitFor();

  await first.page.goto(`/admin/log?person=${userId}`);
  for (const reason of ['辱骂他人', '双方都有', '约定结果', '证据充分'])
    await first.page.getByRole('cell', { name: reason, exact: true }).waitFor();
  await firstWindow.shot('console-log');
  expect(await first.page.evaluate(() => Object.keys(localStorage))).not.toContain('console');
  for (const player of [red, blue, firstWindow, secondWindow]) expect(player.errors).toEqual([]);
});

test('a session goes on after a reload, and a logout ends it on the server', async () => {
  const { window, desk } = await openDesk();
  await desk.enter(await inviteOperator(world.site, '阿岭'));
  const token = await desk.page.evaluate(() => JSON.parse(sessionStorage.getItem('console')!).access_token);
  await desk.menu('操作记录').click();
  await desk.page.reload();
  await desk.page.getByRole('heading', { name: '操作记录', level: 1 }).waitFor();
  await desk.page.getByRole('button', { name: '退出后台' }).click();
  await desk.page.getByRole('heading', { name: '登录后台' }).waitFor();
  await expect
    .poll(async () => {
      const headers = { authorization: `Bearer ${token}` };
      return (await fetch(`${world.site.url}/api/admin/log`, { headers })).status;
    })
    .toBe(401);
  await desk.page.goBack();
  await desk.page.getByRole('heading', { name: '登录后台' }).waitFor();
  expect(window.errors).toEqual([]);
});

test('no other page frames the console, and the service worker of the site does not serve it', async () => {
  const { page } = await world.visitor();
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined));
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
  const reply = await page.goto('/admin');
  expect(reply?.fromServiceWorker()).toBe(false);
  await page.getByRole('heading', { name: '登录后台' }).waitFor();
  await page.context().setOffline(true);
  await expect(page.goto('/admin/reports')).rejects.toThrow('ERR_INTERNET_DISCONNECTED');
  await page.context().setOffline(false);

  await page.goto('about:blank');
  await page.setContent(`<iframe src="${world.site.url}/admin"></iframe>`);
  await expect
    .poll(() => page.frames().map((frame) => frame.url()))
    .toContain('chrome-error://chromewebdata/');
});
