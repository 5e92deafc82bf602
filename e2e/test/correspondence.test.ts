import { expect, test } from 'vitest';
import { joinWorld } from '../src/join-world.ts';
import { DESKTOP, PHONE } from '../src/world.ts';

const world = await joinWorld();

const RED_RAT = { from: { x: 6, y: 6 }, to: { x: 6, y: 5 } };
const BLUE_RAT = { from: { x: 0, y: 2 }, to: { x: 0, y: 3 } };

test('a game of one day a move goes on while both pages are closed, and is found again in the list', async () => {
  const host = await world.player('山君', DESKTOP);
  await host.page.goto('/play');
  await host.page.getByRole('button', { name: '开一盘' }).click();
  const dialog = host.page.getByRole('dialog', { name: '建个房间' });
  await dialog.getByRole('radio', { name: '1 天一步' }).check();
  await host.shot('correspondence-rules');
  await dialog.getByRole('button', { name: '建房间' }).click();
  await host.page.waitForURL(/\/play\/room\/[^/]+$/);
  await host.sees('不用守着，对方坐下就叫你。');
  await host.shot('correspondence-waiting');
  const path = new URL(host.page.url()).pathname;
  await host.page.getByRole('button', { name: '离开，房间先留着' }).click();
  await host.page.waitForURL('**/play');
  await host.sees('等对手入座');

  const friend = await world.visitor(PHONE);
  await friend.page.goto(path);
  await friend.sees('山君邀你下一局');
  await friend.shot('friend-link');
  await friend.page.getByRole('button', { name: '入座' }).tap();
  await friend.playAsGuest();
  await friend.waitStatus('playing');
  // The page stays closed: red's move is due within a day.
  await friend.page.close();

  const turn = host.page.getByRole('link', { name: /还剩 (23 小时|1 天)/ });
  await turn.waitFor();
  await host.shot('correspondence-list');
  await host.page.goto('/');
  await host.page.getByRole('link', { name: /轮到你.*在等/ }).click();
  await host.waitStatus('playing');
  await host.clickMove(RED_RAT);
  await host.sees('走 鼠 G3→G4？');
  await host.page.getByRole('button', { name: '就走这步' }).click();
  await host.sees(/^走好了，等对方。/);
  await host.shot('correspondence-moved');
  await host.page.goto('/play');
  await host.sees('我走了');

  const again = await friend.page.context().newPage();
  await again.goto('/play');
  await again.getByRole('link', { name: /山君.*还剩 (23 小时|1 天)/ }).click();
  await again.locator('[data-testid="board"][data-ply="1"][data-live="true"]').waitFor();
  for (const { x, y } of [BLUE_RAT.from, BLUE_RAT.to])
    await again.locator(`[data-testid="board"] [data-cell="${x},${y}"]`).tap();
  await again.getByRole('button', { name: '就走这步' }).tap();
  await again.getByText(/^走好了，等对方。/).waitFor();
  await host.page.getByRole('link', { name: /对方 鼠 A7→A6/ }).waitFor();
  expect([...host.errors, ...friend.errors]).toEqual([]);
});
