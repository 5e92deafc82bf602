import { outcome, plyCount } from '@doushouqi/rules';
import { expect, test } from 'vitest';
import { beginnersMove } from '../src/beginner.ts';
import { joinWorld } from '../src/join-world.ts';
import { DESKTOP, PHONE } from '../src/world.ts';

const world = await joinWorld();

test('plays the computer as a guest after two presses, registers, and finds the game in the history', async () => {
  const one = await world.open(PHONE);
  const { page } = one;
  await page.goto('/');
  await page.getByRole('link', { name: '和电脑下一盘' }).tap();
  await one.shot('guest-dialog-phone');
  await one.playAsGuest();
  await page.waitForURL('**/play/ai/game');
  const game = await one.savedGame();
  await one.tapMove(beginnersMove(game));
  await page.locator('[data-testid="board"][data-ply="2"]').waitFor();
  expect([plyCount(await one.savedGame()), outcome(game).winner]).toEqual([2, null]);
  await page.getByRole('button', { name: '认输' }).tap();
  await page.getByRole('alertdialog').getByRole('button', { name: '认输', exact: true }).tap();
  await page.getByRole('dialog', { name: '对局结果' }).getByRole('button', { name: '保存棋谱' }).tap();
  await one.sees('棋谱已保存');

  await page.goto('/');
  await one.shot('guest-home-phone');
  await page.getByRole('note').getByRole('link', { name: '注册' }).tap();
  await page.getByLabel('昵称', { exact: true }).waitFor();
  const before = await one.storedUser();
  expect(await page.getByLabel('昵称', { exact: true }).inputValue()).toBe(before.nickname);
  await one.fillRegistration(before.nickname);
  await page.waitForURL((url) => url.pathname === '/');
  const after = await one.storedUser();
  expect([after._id, after.nickname, after.isGuest]).toEqual([before._id, before.nickname, undefined]);
  await page.goto('/history');
  await one.sees('人机 1 级');
  expect(one.errors).toEqual([]);
});

test('a guest opens a room; another guest enters by the link, and both play', async () => {
  const one = await world.open(DESKTOP);
  await one.page.goto('/');
  await one.page.getByRole('link', { name: '好友房间' }).click();
  await one.playAsGuest();
  await one.page.getByRole('button', { name: '新开一间' }).click();
  await one.page.waitForURL(/\/play\/room\/[^/]+$/);
  const other = await world.open(PHONE);
  await other.page.goto(new URL(one.page.url()).pathname);
  await other.page
    .getByRole('button', { name: /^登录后/ })
    .first()
    .tap();
  await other.playAsGuest();
  await one.waitStatus('playing');
  await other.waitStatus('playing');

  const phrases = one.page.getByRole('list', { name: '常用语' });
  await phrases.getByRole('button', { name: '请多指教' }).click();
  await one.sees('游客只能发常用语，注册后可以自由聊天');
  expect([...one.errors, ...other.errors]).toEqual([]);
});

test('a guest who wants a rated game is asked to register; a casual search starts', async () => {
  const one = await world.open(DESKTOP);
  await one.page.goto('/');
  await one.page.getByRole('button', { name: /^找对手/ }).click();
  await one.playAsGuest();
  const search = one.page.getByRole('complementary', { name: '找对手' });
  await search.getByText('正在找对手').waitFor();
  await search.getByRole('button', { name: '取消' }).click();
  await one.page.getByRole('button', { name: '排位', exact: true }).click();
  await one.page.getByRole('button', { name: /^5\+3 排位/ }).click();
  const login = one.page.getByRole('dialog', { name: '登录' });
  await login.getByText(/^排位要有账号/).waitFor();
  await one.page.keyboard.press('Escape');
  await login.waitFor({ state: 'hidden' });
  expect(one.errors).toEqual([]);
});
