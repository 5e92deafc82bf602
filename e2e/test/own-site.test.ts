import { createHash } from 'node:crypto';
import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { connectMongo } from '@doushouqi/service-kit';
import type { Page } from 'playwright';
import { afterAll, expect, test } from 'vitest';
import { openFriends } from '../src/friends-panel.ts';
import { DEN_GAME } from '../src/games.ts';
import { DESKTOP, PHONE, startWorld } from '../src/world.ts';

/** Stories that kill processes, or replace the built web. */
const dist = await mkdtemp(join(tmpdir(), 'doushouqi-web-'));
await cp(join(import.meta.dirname, '../../web/dist'), dist, { recursive: true });
const world = await startWorld(dist);
afterAll(async () => {
  await world.stop();
  await rm(dist, { recursive: true });
});

function hashOf(text: string): string {
  return createHash('sha256').update(text).digest('base64');
}

/** Replaces the first build by another one: its document contains `data-build="2"`. */
async function deploy(): Promise<void> {
  const file = (name: string): string => join(dist, name);
  const page = await readFile(file('index.html'), 'utf8');
  const worker = await readFile(file('sw.js'), 'utf8');
  const next = page.replace('<html', '<html data-build="2"');
  const [before, after] = [hashOf(page), hashOf(next)];
  expect(worker).toContain(before);
  for (const name of ['index.html', 'sw.js'])
    for (const suffix of ['.br', '.gz']) await rm(file(name + suffix), { force: true });
  await writeFile(file('index.html'), next);
  await writeFile(
    file('sw.js'),
    worker.replaceAll(before, after).replaceAll(before.slice(0, 16), after.slice(0, 16)),
  );
}

async function underWorker(page: Page): Promise<void> {
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null, undefined, {
    timeout: 60_000,
  });
}

/** Returns the builds of the documents that the service worker caches. */
function cachedBuilds(page: Page): Promise<(string | undefined)[]> {
  return page.evaluate(async () => {
    const builds: (string | undefined)[] = [];
    for (const name of await caches.keys()) {
      const cache = await caches.open(name);
      for (const request of await cache.keys()) {
        if (!new URL(request.url).pathname.endsWith('/index.html')) continue;
        const text = await (await cache.match(request))?.text();
        builds.push(/data-build="(\d)"/.exec(text ?? '')?.[1] ?? '1');
      }
    }
    return builds;
  });
}

test('continues a game without social, lobby and record, and shows which are unavailable', async () => {
  const [red, blue] = await world.pair('lonely', { red: DESKTOP, blue: DESKTOP });
  const home = await world.player('看家');
  const away = ['social', 'lobby', 'record'];
  const release = holdDown(away);
  for (let ply = 0; ply < 4; ply++) {
    await (ply % 2 === 0 ? red : blue).clickMove(DEN_GAME[ply]!);
    await Promise.all([red.waitPly(ply + 1), blue.waitPly(ply + 1)]);
  }
  await openFriends(home);
  await home.sees(/好友服务暂时不可用|暂时连不上好友服务/);
  await home.shot('people-social-away');
  await home.page.keyboard.press('Escape');
  await home.sees(/大厅暂时连不上/);
  release();
  await Promise.all(away.map((name) => world.platform.waitReady(name)));
  await home.page.getByText(/大厅暂时连不上/).waitFor({ state: 'detached' });
  await openFriends(home);
  await home.sees('还没有好友');
  for (let ply = 4; ply < DEN_GAME.length; ply++) {
    await (ply % 2 === 0 ? red : blue).clickMove(DEN_GAME[ply]!);
    await Promise.all([red.waitPly(ply + 1), blue.waitPly(ply + 1)]);
  }
  expect(await red.records(1)).toHaveLength(1);
  expect([...red.errors, ...blue.errors, ...home.errors]).toEqual([]);
});

/** Kills processes as often as the supervisor starts them, until released. */
function holdDown(names: readonly string[]): () => void {
  // Kills through the supervisor, since a process may have just ended.
  const killAll = () => {
    for (const name of names) void world.platform.kill(name, 'SIGKILL');
  };
  killAll();
  const timer = setInterval(killAll, 50);
  return () => clearInterval(timer);
}

/** Lets the grace of accounts that are to be deleted end, and starts auth again, which deletes them. */
async function endGrace(): Promise<void> {
  const store = await connectMongo(world.site.mongodbUrl);
  await store
    .collection('users')
    .updateMany({ deletesAt: { $exists: true } }, { $set: { deletesAt: new Date(0) } });
  await world.platform.kill('auth', 'SIGKILL');
  await world.platform.waitReady('auth');
  await expect.poll(() => store.collection('users').countDocuments({ deletesAt: { $exists: true } })).toBe(0);
  await store.close();
}

test('of an account that is deleted when auth starts the games stay, without its name', async () => {
  const [leaving, staying] = await world.pair('deletion', { blue: PHONE });
  await leaving.clickMove(DEN_GAME[0]!);
  await staying.waitPly(1);
  await staying.tapMove(DEN_GAME[1]!);
  await leaving.waitPly(2);
  await leaving.act('认输');
  await leaving.page.getByRole('alertdialog').getByRole('button', { name: '认输', exact: true }).click();
  await staying.waitStatus('blue_win');
  await staying.records(1);
  const { _id } = await leaving.storedUser();

  const { page } = leaving;
  await leaving.askForDeletion();
  await endGrace();

  await page.getByRole('button', { name: '登录', exact: true }).first().click();
  const login = page.getByRole('dialog', { name: '登录' });
  await login.getByLabel('账号', { exact: true }).fill(leaving.username);
  await login.getByLabel('密码', { exact: true }).fill('correct horse');
  await login.getByRole('button', { name: '登录', exact: true }).click();
  await leaving.sees('账号或密码错误');

  await staying.page.goto('/history');
  const card = staying.page.getByRole('article').first();
  await card.getByText('已注销').waitFor();
  await staying.shot('history-gone');
  await card.getByRole('link', { name: '复盘' }).click();
  await staying.sees('蓝方胜 · 认输');
  await staying.page.goto(`/player/${_id}`);
  await staying.page.getByRole('heading', { name: '已注销' }).waitFor();
  expect(await staying.page.getByText(/^(在线|离线)/).count()).toBe(0);
  await staying.shot('player-gone');
  expect([...leaving.errors, ...staying.errors]).toEqual([]);
});

test('loads a new build at the next load, and keeps the parts of open pages', async () => {
  const { page, errors } = await world.visitor();
  await underWorker(page);
  await deploy();
  await page.evaluate(async () => {
    const registration = await navigator.serviceWorker.ready;
    await registration.update();
    // The files of the new build exist, and those of the first build remain.
    const next = registration.installing;
    await new Promise<void>((resolve) => {
      if (!next || next.state === 'installed') resolve();
      next?.addEventListener('statechange', () => next.state === 'installed' && resolve());
    });
  });
  expect((await cachedBuilds(page)).sort()).toEqual(['1', '2']);

  // Parts that the open page has not loaded are missing on the server.
  await rm(join(dist, 'assets'), { recursive: true });
  await page.getByRole('link', { name: '对弈', exact: true }).click();
  await page.getByRole('heading', { name: '对弈', exact: true }).waitFor();

  // What this page shows beside its cached parts is gone: it reloads once, by itself.
  await page.waitForFunction(() => document.documentElement.dataset.build === '2');
  await page.getByRole('heading', { name: '对弈', exact: true }).waitFor();

  const context = page.context();
  await page.close();
  const again = await context.newPage();
  await again.goto('/play/local');
  await again.getByTestId('board').waitFor();
  await expect.poll(() => cachedBuilds(again)).toEqual(['2']);
  expect(errors).toEqual([]);
});
