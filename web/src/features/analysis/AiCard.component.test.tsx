import { treeOfGame } from '@doushouqi/rules';
import { beforeEach, expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { Providers } from '../../../test/Providers.tsx';
import { playPicks } from '../../../test/studies.ts';
import { expectToast } from '../../../test/toasts.ts';
import { currentRoom } from '../../client/current-room.ts';
import { ConfirmHost } from '../../ui/ConfirmHost.tsx';
import { AnalysisScreen } from './AnalysisScreen.tsx';
import { refusalText } from './messages.ts';
import { newAnalysis, onStudy, withGame } from './study/analysis.ts';
import { AnalysisGame } from './study/analysis-game.ts';
import { atPly, studyOf } from './study/study.ts';

/** Renders the analysis with the real engine in its worker. */

async function show(): Promise<AnalysisGame> {
  const study = studyOf(treeOfGame(playPicks([3, 3, 5])));
  const game = new AnalysisGame((code) => refusalText(code), withGame(newAnalysis(), study));
  await render(
    <Providers>
      <AnalysisScreen game={game} />
      <ConfirmHost />
    </Providers>,
  );
  return game;
}

function lines() {
  return page.getByRole('list', { name: '候选着法' }).getByRole('button');
}

function arrows(): number {
  return document.querySelectorAll('[data-shape]').length;
}

beforeEach(async () => {
  vi.restoreAllMocks();
  localStorage.removeItem('reviews');
  localStorage.removeItem('analysisEngine');
  currentRoom.setState({ roomId: null, playing: false });
  await page.viewport(1440, 900);
});

test('shows lines, arrows, bar and graph while switched on, plays a pressed line and removes all of it when switched off', async () => {
  const game = await show();
  await page.getByRole('switch', { name: '智能分析' }).click();
  await expect.poll(() => lines().elements().length).toBe(3);
  expect(arrows()).toBe(3);
  await expect.element(page.getByRole('img', { name: /^红方胜率/ })).toBeVisible();
  await expect.element(page.getByText(/^深度 \d+/)).toBeVisible();
  await expect.element(page.getByRole('slider', { name: '红方胜率走势' })).toBeVisible();
  const before = game.store.getState().analysis.notation.path;
  await lines().first().click();
  await expect.poll(() => game.store.getState().analysis.notation.path.length).toBe(before.length + 4);
  await expect.poll(() => lines().elements().length).toBe(3);
  await page.getByRole('switch', { name: '智能分析' }).click();
  await expect.poll(arrows).toBe(0);
  expect(lines().elements()).toHaveLength(0);
});

const DOWNLOADS = {
  version: '1.0.0',
  origins: [],
  files: [{ system: 'linux', name: 'dsq-analysis.tar.gz', size: 40_000_000, sha256: '0'.repeat(64) }],
};

/** Mocks the service of this machine: `answer` replies to every request. `offered`: the downloads of this site. */
function serve(answer: (body: { command?: string }) => Response, offered: object | null = null): void {
  const real = globalThis.fetch;
  vi.spyOn(globalThis, 'fetch').mockImplementation(async (url, init) => {
    if (url === '/downloads/manifest.json')
      return offered === null ? new Response(null, { status: 404 }) : Response.json(offered);
    if (url !== 'http://localhost:5000/analyze') return real(url, init);
    return answer(JSON.parse(String(init?.body)));
  });
}

const REPLY = { candidates: [{ move: 'a3b3', winrate: 61 }], depth: 33, nodes: 9_000_000 };
const PING = { status: 'ok', version: '1.0.0', threads: 2, nodesPerSecond: null };

test('uses the service of this machine when it is chosen, and reports a lost service and continues', async () => {
  let isThere = true;
  serve(({ command }) => (isThere ? Response.json(command ? PING : REPLY) : Response.error()));
  const game = await show();
  await page.getByRole('switch', { name: '智能分析' }).click();
  await page.getByRole('radio', { name: '本机引擎' }).click();
  await expect.element(page.getByText(/^深度 33/)).toBeVisible();
  expect(arrows()).toBe(1);
  isThere = false;
  game.act(onStudy((study) => atPly(study, 1)));
  await expect.element(page.getByText(/先用本页引擎/)).toBeVisible();
  await expect.poll(() => lines().elements().length).toBe(3);
  isThere = true;
  await expect.element(page.getByText(/^深度 33/)).toBeVisible();
  await expectToast('本机引擎连上了');
});

test('offers the download of a service that does not answer', async () => {
  serve(() => Response.error(), DOWNLOADS);
  await show();
  await page.getByRole('switch', { name: '智能分析' }).click();
  await page.getByRole('radio', { name: '本机引擎' }).click();
  await expect.element(page.getByText('没有找到本机引擎')).toBeVisible();
  await expect.element(page.getByRole('button', { name: '去下载' })).toBeVisible();
  await page.getByRole('button', { name: '先不用' }).click();
  await expectToast(/加油/);
  await expect.element(page.getByRole('radio', { name: '本页引擎' })).toBeChecked();
});

test.each([null, { ...DOWNLOADS, files: [{ ...DOWNLOADS.files[0], system: 'windows' }] }])(
  'promises no download if this site has none for the system: %j',
  async (offered) => {
    serve(() => Response.error(), offered);
    await show();
    await page.getByRole('switch', { name: '智能分析' }).click();
    await page.getByRole('radio', { name: '本机引擎' }).click();
    await expect.element(page.getByText(/本站暂不提供它的下载/)).toBeVisible();
    await expect.element(page.getByRole('button', { name: '查看启动方法' })).toBeVisible();
    expect(page.getByRole('button', { name: '去下载' }).query()).toBeNull();
    await page.getByRole('button', { name: '先不用' }).click();
  },
);

test('shows an error of the service, which can be retried; the session is unaffected', async () => {
  let isBroken = true;
  serve(({ command }) => {
    if (command) return Response.json(PING);
    return isBroken ? Response.json({ code: 'ENGINE_FAILED' }, { status: 500 }) : Response.json(REPLY);
  });
  await show();
  await page.getByRole('switch', { name: '智能分析' }).click();
  await page.getByRole('radio', { name: '本机引擎' }).click();
  await expect.poll(() => page.getByRole('alert').query()?.textContent).toContain('分析失败，请重试');
  isBroken = false;
  await page.getByRole('alert').getByRole('button').click();
  await expect.element(page.getByText(/^深度 33/)).toBeVisible();
});

test('stays off during an online game', async () => {
  await show();
  await page.getByRole('switch', { name: '智能分析' }).click();
  await expect.poll(() => lines().elements().length).toBe(3);
  currentRoom.setState({ roomId: '7', playing: true });
  await expect.element(page.getByText('你正在对局中，复盘和分析要等对局结束。')).toBeVisible();
  await expect.poll(arrows).toBe(0);
});

test('explains on a phone that it needs a desktop', async () => {
  await page.viewport(390, 844);
  await show();
  await page.getByRole('button', { name: '更多' }).click();
  await page.getByRole('menuitem', { name: '智能分析' }).click();
  await expectToast('智能分析仅支持桌面端');
});
