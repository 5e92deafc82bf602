import { plyCount } from '@doushouqi/rules';
import { expect, test } from 'vitest';
import { beginnersMove } from '../src/beginner.ts';
import { joinWorld } from '../src/join-world.ts';
import type { Player } from '../src/player.ts';
import { DESKTOP, PHONE } from '../src/world.ts';

const world = await joinWorld();

function bar({ page }: Player) {
  return page.getByRole('complementary', { name: '找对手' });
}
function found({ page }: Player) {
  return page.getByRole('dialog', { name: '对手已找到' });
}

test('pairs a desktop and a phone from home; a search survives a reload', async () => {
  const one = await world.player('山君在此', DESKTOP);
  const other = await world.player('苍狼渡水', PHONE);
  await one.findOpponent();
  await bar(one).getByText('正在找对手').waitFor();
  await one.page.reload();
  await bar(one).getByText('正在找对手').waitFor();
  await one.shot('finding-searching');

  const dialogs = Promise.all([one.foundOpponent('苍狼渡水'), other.foundOpponent('山君在此')]);
  await Promise.all([other.findOpponent(), dialogs]);
  await one.shot('finding-found');
  await other.shot('finding-found-phone');
  expect(await one.seated()).toBe(await other.seated());
  await Promise.all([found(one).waitFor({ state: 'hidden' }), found(other).waitFor({ state: 'hidden' })]);
  expect([...one.errors, ...other.errors]).toEqual([]);
});

test('notifies a user who was paired before connecting', async () => {
  const one = await world.player('山君', DESKTOP);
  const other = await world.player('苍狼', PHONE);
  let release = (): void => {};
  const paired = new Promise<void>((resolve) => {
    release = resolve;
  });
  await other.page.route('**/socket.io/**', (route) => paired.then(() => route.continue()));
  const connecting = other.page.waitForRequest('**/socket.io/**');
  await other.page.reload();
  await connecting;

  const [asker, taker] = await Promise.all([one.api(), other.api()]);
  const { challenge } = await asker.createChallenge({
    body: { initial: 5, increment: 3, rated: false, color: 'red', unlisted: true },
  });
  const { roomId } = await taker.acceptChallenge({ params: { id: challenge.id } });
  release();
  expect(await other.seated()).toBe(roomId);
  expect([...one.errors, ...other.errors]).toEqual([]);
});

test('accepts a challenge link after registration', async () => {
  const one = await world.player('山君', DESKTOP);
  const { page } = one;
  await page.goto('/play');
  await page.getByRole('button', { name: '发起挑战' }).click();
  const dialog = page.getByRole('dialog', { name: '发起挑战' });
  await dialog.getByRole('radio', { name: '有链接的人' }).click();
  await dialog.getByRole('button', { name: '发起', exact: true }).click();
  const link = await page.locator('output').textContent();

  const other = await world.open(PHONE);
  await other.page.goto(link ?? '');
  await other.page.getByRole('button', { name: '登录后应战' }).tap();
  const offer = other.page.getByRole('dialog', { name: '坐下就能下' });
  await offer.getByRole('button', { name: '注册' }).tap();
  await offer.waitFor({ state: 'hidden' });
  const dialogs = Promise.all([one.foundOpponent(), other.foundOpponent()]);
  await Promise.all([other.fillRegistration('苍狼'), dialogs]);
  expect(await other.seated()).toBe(await one.seated());

  // A later visitor sees that the challenge was accepted.
  const late = await world.open(DESKTOP);
  await late.page.goto(link ?? '');
  await late.sees('已经有人应战了');
  expect([...one.errors, ...other.errors, ...late.errors]).toEqual([]);
});

test('plays a bot while no opponent comes, and stores the game when an opponent is found', async () => {
  const one = await world.player('等人', DESKTOP);
  await one.page.goto('/play');
  await one.page.getByRole('button', { name: '休闲', exact: true }).click();
  await one.page.getByRole('button', { name: /^10\+5 休闲/ }).click();
  const offer = bar(one).getByRole('region', { name: '和机器人下' });
  await offer.getByText('机器人', { exact: true }).waitFor({ timeout: 20_000 });
  await one.shot('finding-bot');
  await offer.getByRole('button', { name: '换一个机器人' }).click();
  await offer.getByRole('button', { name: '和它下' }).click();
  const roomId = await one.seated();
  await one.page.getByRole('region', { name: /机关/ }).getByText('机器人', { exact: true }).waitFor();
  await one.shot('finding-seated');
  const before = await one.ownTurn(roomId);
  await one.clickMove(beginnersMove(before));
  // The bot answers.
  expect(plyCount(await one.ownTurn(roomId))).toBe(plyCount(before) + 2);
  await one.page.getByRole('button', { name: '取消', exact: true }).waitFor();
  await one.shot('finding-against-bot');

  const other = await world.player('来人', PHONE);
  await other.page.goto('/play');
  await other.page.getByRole('button', { name: '休闲', exact: true }).tap();
  await other.page.getByRole('button', { name: /^10\+5 休闲/ }).tap();
  await bar(one).getByText('找到了：来人').waitFor();
  await one.shot('finding-interrupted');
  // The window opens the room by itself, without a press.
  const seat = bar(one).getByRole('link', { name: '入座' });
  await seat.click({ timeout: 5_000 }).catch(() => undefined);
  await one.page.waitForURL((url) => !url.pathname.endsWith(roomId));
  expect(await one.seated()).toBe(await other.seated());
  expect(plyCount(await one.savedGame())).toBe(plyCount(before) + 2);
  expect((await other.room(roomId)).status).toBe('aborted');
  expect([...one.errors, ...other.errors]).toEqual([]);
});
