import type { Locator } from 'playwright';
import { expect, test } from 'vitest';
import { friendsTile, openFriends } from '../src/friends-panel.ts';
import { joinWorld } from '../src/join-world.ts';
import { openUnconnected } from '../src/line.ts';
import { enroll, storageOf } from '../src/members.ts';
import type { Player } from '../src/player.ts';
import { DESKTOP, PHONE } from '../src/world.ts';

const world = await joinWorld();

function fine(...players: Player[]) {
  return expect(players.flatMap(({ errors }) => errors)).toEqual([]);
}

/** Returns the badge of one waiting request or message. */
function badge(player: Player): Locator {
  return friendsTile(player).getByText('1 条待处理');
}
function press(within: Locator, name: string) {
  return within.getByRole('button', { name, exact: true }).click();
}

/** Each user finds the other by name, sends a request and is accepted; closes both panels. */
async function befriend(asker: Player, asked: Player, names: [asker: string, asked: string]) {
  const panel = await openFriends(asker);
  await panel.getByLabel('查找棋手').fill(asked.username);
  await press(panel, `加 ${names[1]} 为好友`);
  await asker.sees('申请已发送');
  await badge(asked).waitFor();
  const requests = await openFriends(asked);
  await press(requests, `接受 ${names[0]} 的申请`);
  await requests.getByRole('button', { name: `与 ${names[0]} 聊天` }).waitFor();
  await asker.page.keyboard.press('Escape');
  await asked.page.keyboard.press('Escape');
  await panel.waitFor({ state: 'hidden' });
}

test('strangers become friends, exchange messages and play, watched by a third user', async () => {
  const red = await world.player('山君');
  const blue = await world.player('苍狼', PHONE);
  await befriend(red, blue, ['山君', '苍狼']);

  const panel = await openFriends(red);
  await press(panel, '与 苍狼 聊天');
  const chat = red.page.getByRole('dialog', { name: '苍狼', exact: true });
  await chat.getByPlaceholder('说点什么…').fill('来一局？');
  await red.page.keyboard.press('Enter');
  // The recipient is on home: a number on the tile, then in the list, and none after reading.
  await badge(blue).waitFor();
  await blue.shot('people-badge');
  const list = await openFriends(blue);
  await press(list, '与 山君 聊天');
  await blue.sees('来一局？');
  await blue.shot('people-chat-phone');
  await blue.page.getByPlaceholder('说点什么…').fill('好');
  await blue.page.keyboard.press('Enter');
  await chat.getByText('好', { exact: true }).waitFor();
  await red.shot('people-chat');
  await blue.page.keyboard.press('Escape');
  await blue.page.keyboard.press('Escape');
  await badge(blue).waitFor({ state: 'detached' });

  await red.page.keyboard.press('Escape');
  await press(panel, '邀请 苍狼 下棋');
  await red.sees('邀请已发出，等待回应');
  await blue.question();
  await blue.shot('people-invited');
  await blue.answer('接受');
  await Promise.all([red, blue].map((player) => player.page.waitForURL(/\/play\/room\/[^/]+$/)));
  await Promise.all([red, blue].map((player) => player.waitStatus('playing')));

  const watcher = await world.player('过客');
  const found = await openFriends(watcher);
  await found.getByLabel('查找棋手').fill(red.username);
  await press(found, '加 山君 为好友');
  await watcher.sees('申请已发送');
  await red.accepts(watcher);
  await found.getByLabel('清空').click();
  await press(found, '观看 山君 的对局');
  await watcher.waitStatus('playing');
  await watcher.shot('people-watching');
  expect(watcher.page.url()).toBe(red.page.url());
  fine(red, blue, watcher);
});

test('a request that came between the load of a page and its connection is shown at once', async () => {
  const { url } = world.site;
  const [asker, asked] = [await enroll(url, '早来的人'), await enroll(url, '晚到的人')];
  const player = await world.open({ ...DESKTOP, storageState: storageOf(url, asked) });
  const loaded = player.page.waitForResponse('**/users/friend/requests');
  const connect = await openUnconnected(player.page, '/');
  await loaded;
  await asker.api.requestFriend({ body: { toUserId: asked.user._id } });
  connect();
  await badge(player).waitFor();
  fine(player);
});

test('shows a lobby line in the other window at once', async () => {
  const one = await world.player('松风');
  const two = await world.player('竹影');
  await two.page.getByText('大厅里还很安静').waitFor();
  const input = one.page.getByPlaceholder('和山里的朋友说句话…');
  await input.fill('有人下棋吗？');
  await input.press('Enter');
  await two.sees('有人下棋吗？', 4_000);
  await two.page.getByPlaceholder('和山里的朋友说句话…').fill('我来！');
  await two.page.keyboard.press('Enter');
  await one.sees('我来！', 4_000);
  await one.shot('people-lobby');
  const visitor = await world.visitor();
  await visitor.sees('有人下棋吗？');
  expect(await visitor.page.getByPlaceholder('登录后就能说话').isDisabled()).toBe(true);
  fine(one, two, visitor);
});

test('ends the session of the other window after a password change', async () => {
  const here = await world.player('换锁人');
  const there = await world.visitor();
  await there.page.goto('/settings');
  await there.logIn(here.username);
  await there.page.waitForURL('**/settings');
  await here.page.goto('/settings');
  for (const [label, text] of [
    ['原密码', 'correct horse'],
    ['新密码', 'battery staple'],
    ['确认新密码', 'battery staple'],
  ] as const) {
    await here.page.getByLabel(label, { exact: true }).fill(text);
  }
  await here.page.getByRole('button', { name: '修改密码' }).click();
  await here.sees('密码已修改，其他设备已退出登录');
  await there.page.getByRole('dialog', { name: '登录' }).waitFor();
  await there.page.waitForURL((url) => url.pathname === '/');
  await here.page.reload();
  await here.page.getByLabel('原密码', { exact: true }).waitFor();
  fine(here, there);
});

test('revokes the token on logout', async () => {
  const here = await world.player('去也');
  const token = await here.page.evaluate(() => localStorage.getItem('token'));
  const answer = async () => {
    const headers = { authorization: `Bearer ${token}` };
    return (await fetch(`${world.site.url}/api/users/me`, { headers })).status;
  };
  expect(await answer()).toBe(200);
  await here.page.getByRole('button', { name: '退出' }).click();
  await here.sees('已退出登录');
  await expect.poll(answer).toBe(401);
  fine(here);
});

test('logs out without a network', async () => {
  const here = await world.player('离线');
  await here.page.context().setOffline(true);
  await here.page.getByRole('button', { name: '退出' }).click();
  await here.sees('已退出登录');
  expect(await here.page.evaluate(() => localStorage.getItem('token'))).toBeNull();
});

test('restores theme and avatar after a reload and on another device', async () => {
  const here = await world.player('画师');
  await here.page.goto('/settings');
  // The account began with a random avatar: selecting the same one would store nothing.
  const avatars = here.page.getByRole('radiogroup', { name: '头像' });
  await avatars.getByRole('radio', { checked: true }).waitFor();
  const other = avatars.getByRole('radio', { checked: false }).first();
  const avatar = (await other.getAttribute('aria-label')) ?? '';
  await other.click();
  await here.sees('头像已更新');
  await here.page.goto('/themes');
  await here.page.getByRole('radio', { name: /霓虹都市/ }).click();
  await here.sees('主题已更新：霓虹都市');
  await here.page.reload();
  const chosen = ({ page }: Player) => page.getByRole('radio', { name: /霓虹都市/, checked: true }).waitFor();
  await chosen(here);
  const there = await world.visitor(PHONE);
  await there.page.goto('/settings');
  await there.logIn(here.username);
  await there.page.getByRole('radio', { name: avatar, exact: true, checked: true }).waitFor();
  expect(await there.page.evaluate(() => localStorage.getItem('theme'))).toBe('cyberpunk');
  await there.shot('people-settings-phone');
  fine(here, there);
});

test('shows home before any script is loaded, and shifts nothing during hydration', async () => {
  for (const size of [DESKTOP, PHONE]) {
    const visitor = await world.open(size);
    const { page } = visitor;
    const hero = page.getByRole('region', { name: '对弈' });
    const scripts = Promise.withResolvers<void>();
    // Blocks all scripts but the one in the head, which shows the content of the document.
    await page.route(/\/assets\/(?!boot-)[^/]+\.js$/, async (route) => {
      await scripts.promise;
      await route.continue();
    });
    await page.goto('/', { waitUntil: 'commit' });
    await hero.waitFor();
    const before = await hero.boundingBox();
    scripts.resolve();
    await page.getByRole('button', { name: '登录' }).first().waitFor();
    expect(await hero.boundingBox()).toEqual(before);
    fine(visitor);
    await page.goto('/play');
    await page.getByRole('heading', { name: '对弈' }).first().waitFor();
    await expect(hero.count()).resolves.toBe(0);
  }
});
