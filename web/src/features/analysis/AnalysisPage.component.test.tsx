import { LEVEL_NAMES } from '@doushouqi/protocol';
import { formatFen, formatRecord, newTree, startPosition } from '@doushouqi/rules';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { createMemoryRouter, RouterProvider } from 'react-router-dom';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { cleanup, render } from 'vitest-browser-react';
import { played, playPicks } from '../../../test/studies.ts';
import { expectToast } from '../../../test/toasts.ts';
import { session } from '../../client/session.ts';
import { toastStore } from '../../ui/toast-store.ts';
import AnalysisPage from './AnalysisPage.tsx';
import { newAnalysis, withGame } from './study/analysis.ts';
import { linkTo } from './study/links.ts';
import { formatAnalysis } from './study/saved.ts';
import { studyOf } from './study/study.ts';

/** The page under the addresses that open it. */

const STUDY = played(studyOf(newTree()), '6,6-6,5 0,2-0,3 6,5-5,5');
const RECORD = '5f0000000000000000000001';
const SHARED = 'abcdefghijklmnopqrst';
const GAME = playPicks([1, 2, 3, 4]);
const KEPT = {
  _id: RECORD,
  type: 'online',
  players: { red: { nickname: '山君' }, blue: { nickname: '苍狼' } },
  ruleSet: 'online-1',
  start: null,
  notation: { record: formatRecord(GAME), moves: [] },
  startTime: 0,
  endTime: 0,
};

async function visit(path: string, state: unknown = null) {
  const router = createMemoryRouter(
    [
      { path: '/analysis', element: <AnalysisPage /> },
      { path: '/', element: null },
    ],
    {
      initialEntries: [{ pathname: '/analysis', search: path, state }],
    },
  );
  await render(
    <QueryClientProvider client={new QueryClient()}>
      <RouterProvider router={router} />
    </QueryClientProvider>,
  );
  return router;
}

/** Mocks the server's reply until the end of the test. */
function answer(status: number, body: unknown) {
  return vi.spyOn(window, 'fetch').mockImplementation(async () => Response.json(body, { status }));
}

function shownPly() {
  return page.getByTestId('board').element().getAttribute('data-ply');
}

beforeEach(async () => {
  await page.viewport(1440, 900);
  localStorage.removeItem('analysis');
  localStorage.removeItem('analysisNamed');
  toastStore.setState({ current: null });
});
afterEach(() => {
  vi.restoreAllMocks();
  session.closeLogin();
});

test('opens a shared game for visitors', async () => {
  const fetch = answer(200, { record: KEPT });
  await visit(`?shared=${SHARED}`);
  await expect.element(page.getByText('山君 对 苍狼')).toBeVisible();
  await page.getByRole('button', { name: '到终局' }).click();
  expect(shownPly()).toBe('4');
  expect(String(fetch.mock.calls[0]?.[0])).toContain(`/api/shared-records/${SHARED}`);
});

test("names the computer's level in a shared game as the record does", async () => {
  const players = { ...KEPT.players, blue: { _id: null, nickname: LEVEL_NAMES[2] } };
  answer(200, { record: { ...KEPT, players, type: 'local', aiType: 'plain', aiLevel: 3 } });
  await visit(`?shared=${SHARED}`);
  await expect.element(page.getByText('山君 对 功夫熊猫')).toBeVisible();
});

describe('a rated game opened by its address', () => {
  const PATH = '?game=7f3a-01';

  test('opens in review for a visitor who has only the address', async () => {
    const fetch = answer(200, { record: KEPT });
    await visit(PATH);
    await expect.element(page.getByText('山君 对 苍狼')).toBeVisible();
    await expect.element(page.getByRole('radio', { name: '复盘' })).toBeChecked();
    expect(String(fetch.mock.calls[0]?.[0])).toContain('/api/game-records/of-game/7f3a-01');
  });

  test('shows an error if the game does not exist or the network is down', async () => {
    answer(404, { code: 'RECORD_NOT_FOUND', message: '棋谱不存在' });
    await visit(PATH);
    await expect.element(page.getByRole('heading', { name: '棋谱不存在' })).toBeVisible();
    await cleanup();
    vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
    vi.spyOn(window, 'fetch').mockRejectedValue(new TypeError('no network'));
    await visit(PATH);
    await expect.element(page.getByRole('heading', { name: '网络已断开' })).toBeVisible();
  });
});

test('shows an error if the game does not exist', async () => {
  answer(404, { code: 'RECORD_NOT_FOUND', message: '棋谱不存在' });
  await visit(`?shared=${SHARED}`);
  await expect.element(page.getByRole('heading', { name: '棋谱不存在' })).toBeVisible();
  await page.getByRole('link', { name: '直接分析' }).click();
  await expect.element(page.getByTestId('board')).toBeVisible();
});

test('shows an error if the game cannot be read', async () => {
  answer(200, { record: { ...KEPT, notation: { record: '000190888', moves: [] } } });
  await visit(`?shared=${SHARED}`);
  await expect.element(page.getByRole('heading', { name: '棋谱无法读取' })).toBeVisible();
});

test('requires a login for an own game and returns after it', async () => {
  const router = await visit(`?record=${RECORD}`);
  await page.getByRole('main').getByRole('button', { name: '登录' }).click();
  await expect.poll(() => router.state.location.pathname).toBe('/');
  expect(session.store.getState().loginModalVisible).toBe(true);
});

test('does not fetch a game that the history passes on', async () => {
  const fetch = answer(500, {});
  await visit(`?record=${RECORD}`, { record: KEPT });
  await expect.element(page.getByText('山君 对 苍狼')).toBeVisible();
  expect(fetch).not.toHaveBeenCalled();
});

describe('a game from the table', () => {
  const game = { record: formatRecord(GAME), ruleSet: 'online-1', start: null, own: 'blue' };

  test("is reviewed from the user's own side and stays in the browser history for a reload", async () => {
    const router = await visit('', { game, review: true });
    await expect.element(page.getByRole('radio', { name: '复盘' })).toBeChecked();
    const top = (cell: string) =>
      document.querySelector(`[data-cell="${cell}"]`)!.getBoundingClientRect().top;
    expect(top('0,8')).toBeLessThan(top('0,0'));
    expect(router.state.location.state).toEqual({ game, review: true });
  });

  test.each([
    [3, '3'],
    [99, '4'],
    [-1, '0'],
    ['2', '0'],
  ])('opens at ply %s of it, also after a reload', async (ply, shown) => {
    // The first page of a router is what a reload shows.
    const router = await visit('', { game, ply });
    const board = page.getByTestId('board');
    await expect.element(board).toHaveAttribute('data-ply', shown);
    await router.navigate('/');
    await expect.element(board).not.toBeInTheDocument();
    await router.navigate('/analysis', { state: { game, ply } });
    await expect.element(board).toHaveAttribute('data-ply', shown);
  });

  test('leaves the own analysis as it was', async () => {
    const stored = formatAnalysis(withGame(newAnalysis(), STUDY))!;
    localStorage.setItem('analysis', stored);
    await visit('', { game });
    await page.getByRole('button', { name: '到终局' }).click();
    expect(shownPly()).toBe('4');
    window.dispatchEvent(new Event('pagehide'));
    expect(localStorage.getItem('analysis')).toBe(stored);
  });
});

test('restores the edits of each game when it is reopened', async () => {
  answer(200, { record: KEPT });
  for (const id of [`${SHARED}1`, `${SHARED}2`]) {
    await visit(`?shared=${id}`);
    await page.getByRole('textbox', { name: '这一步的评注' }).fill(`评 ${id}`);
    window.dispatchEvent(new Event('pagehide'));
    await cleanup();
  }
  for (const id of [`${SHARED}1`, `${SHARED}2`]) {
    await visit(`?shared=${id}`);
    await expect.element(page.getByRole('textbox', { name: '这一步的评注' })).toHaveValue(`评 ${id}`);
    await cleanup();
  }
});

test('shows the position and moves of a link', async () => {
  await visit(`?${linkTo(STUDY)}`);
  await expect.element(page.getByTestId('board')).toBeVisible();
  expect(shownPly()).toBe('3');
});

test.each([
  '?fen=nonsense',
  '?record=x',
  '?shared=..',
  `?fen=${encodeURIComponent(formatFen(startPosition()))}&line=9`,
])('shows the start position and an error for %s', async (search) => {
  await visit(search);
  await expectToast('链接里的局面无效，已回到初始局面');
  await expect.element(page.getByRole('textbox', { name: 'FEN' })).toHaveValue(formatFen(startPosition()));
});

test('what was left here is there again, unless the address names something', async () => {
  const stored = formatAnalysis(withGame(newAnalysis(), STUDY))!;
  localStorage.setItem('analysis', stored);
  await visit('');
  await expect.element(page.getByTestId('board')).toBeVisible();
  expect(shownPly()).toBe('3');
});

test('starts a new analysis if the stored one cannot be read', async () => {
  localStorage.setItem('analysis', '{"mode":"notation","pieces":"9999"');
  await visit('');
  await expect.element(page.getByRole('radio', { name: '摆子' })).toBeChecked();
});

test('to look at a linked position does not cost what was left here', async () => {
  const stored = formatAnalysis(withGame(newAnalysis(), STUDY))!;
  localStorage.setItem('analysis', stored);
  await visit(`?${linkTo(STUDY)}`);
  await page.getByRole('button', { name: '到开局' }).click();
  window.dispatchEvent(new Event('pagehide'));
  expect(localStorage.getItem('analysis')).toBe(stored);
});
