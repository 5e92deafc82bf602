import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { joinWorld } from '../src/join-world.ts';
import { DESKTOP, PHONE } from '../src/world.ts';

const world = await joinWorld();
const WECHAT = 'Mozilla/5.0 (Linux; Android 9) AppleWebKit/537.36 Chrome/83.0 Mobile MicroMessenger/7.0.20';

/** Runs in the page before its scripts: the browser lacks container queries. */
function beOld(): void {
  CSS.supports = () => false;
}

test.each([
  ['elsewhere', undefined, '不是微信', '在微信里打开的？'],
  ['in WeChat', WECHAT, '在微信里打开的？', '不是微信'],
])(
  'an old browser gets one page at the address that was asked for, %s',
  async (_, userAgent, shown, hidden) => {
    const one = await world.open(userAgent ? { ...PHONE, userAgent } : PHONE);
    await one.page.addInitScript(beOld);
    // The document's load ends early.
    await one.page.goto('/play/room/8K2F7Q?x=1', { waitUntil: 'commit' });
    await one.sees('这个浏览器太老，棋盘摆不开。');
    await one.sees(shown);
    await one.page.getByText(hidden).waitFor({ state: 'hidden' });
    expect(new URL(one.page.url()).pathname).toBe('/play/room/8K2F7Q');
    await one.shot(`old-browser-${userAgent ? 'we-chat' : 'phone'}`);
    if (!userAgent) {
      await one.sees(one.page.url());
      const again = one.page.waitForEvent('framenavigated');
      await one.page.getByRole('link', { name: '换好了，再试一次' }).tap();
      await again;
    }
    await expect.poll(() => one.page.locator('#root').count()).toBe(0);
    expect(one.errors).toEqual([]);
  },
);

test('the page for old browsers states the floor of package.json', async () => {
  const root = join(import.meta.dirname, '../..');
  const page = await readFile(join(root, 'web/public/old-browser.html'), 'utf8');
  const { browserslist } = JSON.parse(await readFile(join(root, 'web/package.json'), 'utf8'));
  for (const name of ['Chrome', 'Safari', 'Firefox']) {
    const line = (browserslist as string[]).find((one) => one.startsWith(`${name.toLowerCase()} `));
    expect(page).toContain(line!.replace(/^\w+ >=/, name));
  }
});

test('a page whose file a deployment removed opens after one reload, and otherwise says so', async () => {
  // A service worker would ask the server past the route.
  const one = await world.visitor({ ...DESKTOP, serviceWorkers: 'block' });
  let isGone = true;
  let loads = 0;
  await one.page.route(/\/assets\/LadderPage-[^/]+\.js$/, (route) =>
    isGone ? route.fulfill({ status: 404 }) : route.continue(),
  );
  // The reload brings the new page, which names an existing file; the next visit finds none again.
  one.page.on('request', (request) => {
    if (!request.isNavigationRequest()) return;
    loads += 1;
    isGone = loads > 1;
  });
  await one.page.getByRole('link', { name: '天梯' }).first().click();
  await one.page.getByRole('heading', { name: '天梯' }).first().waitFor();
  await expect.poll(() => loads).toBe(1);
  expect(new URL(one.page.url()).pathname).toBe('/ladder');
  await one.page.goto('/ladder');
  await one.sees('这一页出错了');
  expect(loads).toBe(2);
});

/** Runs in the page before its scripts: the browser refuses site data, as with blocked cookies. */
function blockSiteData(): void {
  const refuse = (): never => {
    throw new DOMException('The operation is insecure.', 'SecurityError');
  };
  for (const name of ['localStorage', 'sessionStorage', 'indexedDB'])
    Object.defineProperty(window, name, { get: refuse });
  Object.defineProperty(window, 'BroadcastChannel', { value: refuse });
  LockManager.prototype.request = async () => refuse();
  LockManager.prototype.query = async () => refuse();
  ServiceWorkerContainer.prototype.register = async () => refuse();
  ServiceWorkerContainer.prototype.getRegistration = async () => refuse();
}

/** Runs in the page before its scripts: the storage is full. */
function fillStorage(): void {
  Storage.prototype.setItem = () => {
    throw new DOMException('The quota has been exceeded.', 'QuotaExceededError');
  };
}

test.each([
  ['blocked', blockSiteData],
  ['full', fillStorage],
])('with %s storage two guests meet in a room and play', async (_, limit) => {
  const one = await world.open(DESKTOP);
  await one.page.addInitScript(limit);
  await one.page.goto('/');
  await one.page.getByRole('link', { name: '好友房间' }).click();
  await one.playAsGuest();
  await one.page.getByRole('button', { name: '新开一间' }).click();
  await one.page.waitForURL(/\/play\/room\/[^/]+$/);
  const other = await world.player('有存储', DESKTOP);
  await other.enterRoom(new URL(one.page.url()).pathname.split('/').at(-1)!);
  await Promise.all([one.waitStatus('playing'), other.waitStatus('playing')]);
  await one.page.locator('[data-connection="up"]').waitFor({ state: 'attached' });
  expect([...one.errors, ...other.errors]).toEqual([]);
});
