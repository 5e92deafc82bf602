import '../../i18n/analysis-texts.ts';
import { treeOfGame } from '@doushouqi/rules';
import { beforeEach, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { Providers } from '../../../test/Providers.tsx';
import { playPicks } from '../../../test/studies.ts';
import { currentRoom } from '../../app/current-room.ts';
import { newAnalysis, withGame } from '../../game/analysis/analysis.ts';
import { AnalysisGame } from '../../game/analysis/analysis-game.ts';
import { studyOf } from '../../game/analysis/study.ts';
import { i18n } from '../../i18n/setup.ts';
import { toastStore } from '../../ui/toast-store.ts';
import { AnalysisScreen } from './AnalysisScreen.tsx';
import { refusalText } from './texts.ts';

/** The analysis with the real engine in its worker. */

async function show(): Promise<AnalysisGame> {
  const study = studyOf(treeOfGame(playPicks([3, 3, 5])));
  const game = new AnalysisGame((code) => refusalText(i18n.t, code), withGame(newAnalysis(), study));
  await render(
    <Providers>
      <AnalysisScreen game={game} />
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
  localStorage.removeItem('reviews');
  currentRoom.setState({ roomId: null, playing: false });
  await page.viewport(1440, 900);
});

test('switched on: lines, arrows, the bar and the graph; a line is played by a press; off, all of it goes', async () => {
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

test('in the middle of a game online it is off and stays off', async () => {
  await show();
  await page.getByRole('switch', { name: '智能分析' }).click();
  await expect.poll(() => lines().elements().length).toBe(3);
  currentRoom.setState({ roomId: '7', playing: true });
  await expect.element(page.getByText('您正在对局中，复盘和分析要等对局结束。')).toBeVisible();
  await expect.poll(arrows).toBe(0);
});

test('a phone is told that it is for desktops', async () => {
  await page.viewport(390, 844);
  await show();
  await page.getByRole('button', { name: '更多' }).click();
  await page.getByRole('menuitem', { name: '智能分析' }).click();
  await expect.poll(() => toastStore.getState().current?.text).toBe('智能分析仅支持桌面端');
});
