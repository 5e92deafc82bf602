import { expect, test } from 'vitest';
import { joinWorld } from '../src/join-world.ts';
import { enroll, gameOf } from '../src/members.ts';
import { DESKTOP, PHONE } from '../src/world.ts';

const world = await joinWorld();

test('a guest opens a room with own rules; the friend plays red by them, and both swap in the next game', async () => {
  const host = await world.open(DESKTOP);
  await host.page.goto('/');
  await host.page.getByRole('link', { name: '好友房间' }).click();
  await host.playAsGuest();
  await host.page.getByRole('button', { name: '自选规则' }).click();
  const dialog = host.page.getByRole('dialog', { name: '建个房间' });
  await dialog.getByRole('radio', { name: '蓝方' }).check();
  await dialog.getByRole('radio', { name: '3 天一步' }).check();
  await dialog.getByRole('switch', { name: '可以悔棋' }).click();
  await dialog.getByRole('switch', { name: '可以观战' }).click();
  await host.shot('new-room');
  await dialog.getByRole('button', { name: '建房间' }).click();
  await host.page.waitForURL(/\/play\/room\/[^/]+$/);
  await host.page.getByText('不开放观战', { exact: true }).first().waitFor();
  await host.shot('room-choices');

  const path = new URL(host.page.url()).pathname;
  const friend = await world.player('苍狼', PHONE);
  await friend.page.goto(path);
  await friend.page.getByRole('button', { name: '入座' }).tap();
  for (const player of [host, friend]) await player.waitStatus('playing');
  await friend.tapMove({ from: { x: 6, y: 6 }, to: { x: 6, y: 5 } });
  await friend.page.getByText('走 鼠 G3→G4？').waitFor();
  await friend.page.getByRole('button', { name: '就走这步' }).tap();
  await host.waitPly(1);
  await host.clickMove({ from: { x: 0, y: 2 }, to: { x: 0, y: 3 } });
  await host.page.getByRole('button', { name: '就走这步' }).click();
  await friend.waitPly(2);
  for (const { page } of [host, friend]) {
    expect(await page.getByRole('button', { name: '悔棋' }).count()).toBe(0);
    expect(await page.getByRole('timer').count()).toBe(page === friend.page ? 1 : 0);
  }
  await host.page.getByText('本房间：不能悔棋 · 不开放观战').waitFor();

  const visitor = await world.visitor();
  await visitor.page.goto(path);
  await visitor.page.getByText('房主没有开放观战').waitFor();

  await friend.page.getByRole('button', { name: '认输' }).tap();
  await friend.page.getByRole('alertdialog').getByRole('button', { name: '认输', exact: true }).tap();
  await host.waitStatus('blue_win');
  await friend.page.getByRole('button', { name: '再来一局' }).first().tap();
  await host.page.getByRole('button', { name: /^对方想再来一局/ }).click();
  await host.waitPly(0);
  await host.waitStatus('playing');
  await host.clickMove({ from: { x: 6, y: 6 }, to: { x: 6, y: 5 } });
  await host.page.getByRole('button', { name: '就走这步' }).click();
  await friend.waitPly(1);
  expect([...host.errors, ...friend.errors, ...visitor.errors]).toEqual([]);
});

test('a phone shows the board of a room’s link before any script of the application, and needs one request for the room', async () => {
  const { url } = world.site;
  const members = [await enroll(url, '先手'), await enroll(url, '后手')] as const;
  const { roomId, clients } = await gameOf(url, ...members, [{ from: { x: 6, y: 6 }, to: { x: 6, y: 5 } }]);
  const { page, errors } = await world.open({ ...PHONE, serviceWorkers: 'block' });
  const script = Promise.withResolvers<void>();
  await page.route(/\/assets\/app-[^/]+\.js$/, async (route) => {
    await script.promise;
    await route.continue();
  });
  // Only the first request for the room is answered.
  let asked = 0;
  await page.route(`**/api/games/rooms/${roomId}?*`, (route) => {
    asked += 1;
    return asked === 1 ? route.continue() : undefined;
  });
  await page.goto(`/play/room/${roomId}`, { waitUntil: 'commit' });
  const early = page.locator('main img');
  await expect.poll(() => early.evaluate((img: HTMLImageElement) => img.naturalWidth)).toBeGreaterThan(0);
  await page.getByRole('link', { name: '返回对弈' }).waitFor();
  const place = await early.boundingBox();
  expect(asked).toBe(1);
  script.resolve();
  await page.getByTestId('board').waitFor();
  await page.locator('main[data-status="playing"]').waitFor();
  expect(await page.getByTestId('board').boundingBox()).toEqual(place);
  expect(errors).toEqual([]);
  for (const client of clients) client.close();
});
