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

test('a guest with a game logs in to an older account, stays a guest, then takes the game along', async () => {
  const [member, one] = [await world.open(DESKTOP), await world.open(PHONE)];
  await member.register('老王');
  const { page } = one;
  await page.goto('/');
  await page.getByRole('link', { name: '和电脑下一盘' }).tap();
  await one.playAsGuest();
  await page.waitForURL('**/play/ai/game');
  await one.tapMove(beginnersMove(await one.savedGame()));
  await page.locator('[data-testid="board"][data-ply="2"]').waitFor();
  await page.getByRole('button', { name: '认输' }).tap();
  await page.getByRole('alertdialog').getByRole('button', { name: '认输', exact: true }).tap();
  await page.getByRole('dialog', { name: '对局结果' }).getByRole('button', { name: '保存棋谱' }).tap();
  await one.sees('棋谱已保存');
  const guest = await one.storedUser();

  const question = page.getByRole('dialog', { name: '这台设备上有 1 局游客战绩' });
  const logIn = async (): Promise<void> => {
    await page.goto('/settings');
    await page.getByRole('button', { name: '登录', exact: true }).tap();
    await one.logIn(member.username);
    await question.waitFor();
  };
  await logIn();
  await one.shot('guest-merge-phone');
  await question.getByRole('button', { name: '取消' }).tap();
  await question.waitFor({ state: 'hidden' });
  expect((await one.storedUser())._id).toBe(guest._id);

  await logIn();
  await question.getByRole('button', { name: '带过去' }).tap();
  await one.sees('1 局带过来了');
  await page.goto('/history');
  await one.sees('人机 1 级');
  expect([...one.errors, ...member.errors]).toEqual([]);
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
  await other.page.getByRole('button', { name: '入座' }).first().tap();
  await other.playAsGuest();
  await one.waitStatus('playing');
  await other.waitStatus('playing');

  const phrases = one.page.getByRole('list', { name: '常用语' });
  await phrases.getByRole('button', { name: '请多指教' }).click();
  await one.sees('游客只能发常用语，注册后可以自由聊天');
  expect([...one.errors, ...other.errors]).toEqual([]);
});

test('a guest who wants a rated game registers in a card, and the search starts; the codes follow it', async () => {
  const one = await world.open(DESKTOP);
  await one.page.goto('/');
  await one.page.getByRole('button', { name: /^找对手/ }).click();
  await one.playAsGuest();
  const search = one.page.getByRole('complementary', { name: '找对手' });
  await search.getByText('正在找对手').waitFor();
  await search.getByRole('button', { name: '取消' }).click();
  const card = one.page.getByRole('dialog', { name: '注册后接着排位' });
  const casual = one.page.getByRole('button', { name: '休闲', exact: true });
  const seekRated = async (): Promise<void> => {
    await one.page.getByRole('button', { name: '排位', exact: true }).click();
    await one.page.getByRole('button', { name: /^5\+3 排位/ }).click();
    await card.getByText(/^排位要有账号/).waitFor();
  };
  await seekRated();
  await one.shot('guest-rated');
  await one.page.keyboard.press('Escape');
  await card.waitFor({ state: 'hidden' });
  expect(await casual.getAttribute('aria-pressed')).toBe('true');
  await seekRated();
  const before = await one.storedUser();
  await card.getByLabel('账号', { exact: true }).fill(one.username);
  await card.getByLabel('密码', { exact: true }).fill('correct horse');
  await card.getByRole('button', { name: '注册，接着排位' }).click();
  await search.getByText('正在找对手').waitFor();
  await search.getByText('现在只有你在等').waitFor();
  const codes = one.page.getByRole('dialog', { name: '收好恢复码' });
  expect(await codes.count()).toBe(0);
  await search.getByRole('button', { name: '取消' }).click();
  await codes.getByRole('button', { name: '存好了' }).click();
  await codes.waitFor({ state: 'hidden' });
  const after = await one.storedUser();
  expect([after._id, after.nickname, after.isGuest]).toEqual([before._id, before.nickname, undefined]);
  expect(one.errors).toEqual([]);
});
