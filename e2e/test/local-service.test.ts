import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { freePorts, launchBrowser } from '@doushouqi/scripts';
import { afterAll, expect, test } from 'vitest';
import { joinWorld } from '../src/join-world.ts';
import { Player } from '../src/player.ts';
import { DESKTOP } from '../src/world.ts';

const SERVICE = join(import.meta.dirname, '../../packages/engine/src/service/main.ts');
/** Timeout of the engine on a busy machine, ms. */
const PATIENT = 60_000;

const world = await joinWorld();
const [port = 0] = await freePorts(1);
// The page uses port 5000, which may be taken: this browser maps it to the service of the story.
const browser = await launchBrowser([`--host-resolver-rules=MAP localhost:5000 127.0.0.1:${port}`]);
let service: ChildProcess | null = null;
afterAll(async () => {
  await stop();
  await browser.close();
});

async function start(): Promise<void> {
  service = spawn(process.execPath, [SERVICE, '--port', String(port)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const exit = once(service, 'exit').then(([code]) => Promise.reject(new Error(`it ended with ${code}`)));
  exit.catch(() => undefined);
  const said = String((await Promise.race([once(service.stdout!, 'data'), exit]))[0]);
  expect(said).toContain('已启动');
}

async function stop(): Promise<void> {
  if (!service || service.exitCode !== null) return;
  const ended = once(service, 'exit');
  service.kill('SIGTERM');
  expect((await ended)[0]).toBe(0);
  service = null;
}

test('offers, detects, loses and detects the analysis service of this machine', async () => {
  const context = await browser.newContext({ locale: 'zh-CN', baseURL: world.site.url, ...DESKTOP });
  const player = new Player(await context.newPage());
  const { page } = player;
  await page.goto('/');
  await player.register('分析人');
  await page.goto('/analysis');
  await page.getByRole('radio', { name: '走子' }).click();
  await page.getByRole('switch', { name: '智能分析' }).click();
  await page.getByRole('radio', { name: '本机引擎' }).click();
  await page.getByRole('button', { name: '查看启动方法' }).click();
  await page.waitForURL('**/download/ai');
  // The dialog that led here has the same words until it is gone.
  await page.getByRole('main').getByText('没有找到本机引擎').waitFor();
  await start();
  await page.getByText('本机引擎已就绪').waitFor({ timeout: PATIENT });
  await player.shot('download-found');

  await page.getByRole('link', { name: '去分析' }).click();
  await page.getByRole('radio', { name: '走子' }).click();
  await page.getByRole('switch', { name: '智能分析' }).click();
  await page.getByRole('radio', { name: '本机引擎' }).click();
  await page.getByText('由本机引擎计算').waitFor();
  const arrows = page.locator('[data-shape]');
  await arrows.nth(2).waitFor({ timeout: PATIENT });
  await player.shot('analysis-service');

  await stop();
  await page.getByText('先用本页引擎').waitFor({ timeout: PATIENT });
  await arrows.nth(2).waitFor({ timeout: PATIENT });
  await start();
  await page.getByText('由本机引擎计算').waitFor({ timeout: PATIENT });
  await arrows.nth(2).waitFor({ timeout: PATIENT });
  expect(player.errors).toEqual([]);
  expect(player.violations).toEqual([]);
  await context.close();
});
