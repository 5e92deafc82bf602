import {
  gameAfter,
  gameMoves,
  isSameMove,
  legalGameMoves,
  type Move,
  newTree,
  plyCount,
  type Side,
  treeOfGame,
} from '@doushouqi/rules';
import { beforeEach, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { evaluatedGame } from '../../../../test/evaluations.ts';
import { Providers } from '../../../../test/Providers.tsx';
import { playPicks } from '../../../../test/studies.ts';
import { currentRoom } from '../../../client/current-room.ts';
import { AnalysisScreen } from '../AnalysisScreen.tsx';
import { refusalText } from '../messages.ts';
import { newAnalysis, withGame } from '../study/analysis.ts';
import { AnalysisGame } from '../study/analysis-game.ts';
import { branchCount, plyOf, studyOf } from '../study/study.ts';
import { withEvaluations } from './stored-evaluations.ts';

/** Blue blunders with the fourth ply, red with the seventh. */
const GAME = playPicks([3, 3, 5, 7, 2, 4, 6, 8]);
const RED_SCORES = [0, 0, 0, 0, 300, 300, 300, 0, 0];

function storeReview(): void {
  const evaluations = evaluatedGame(GAME, (ply) => (ply % 2 === 0 ? 1 : -1) * (RED_SCORES[ply] ?? 0));
  localStorage.setItem('reviews', withEvaluations(null, GAME, evaluations));
}

async function show(
  isReview = false,
  study = studyOf(treeOfGame(GAME)),
  own: Side | null = null,
): Promise<AnalysisGame> {
  const analysis = { ...withGame(newAnalysis(), study), mode: 'review' } as const;
  const game = new AnalysisGame((code) => refusalText(code), analysis);
  await render(
    <Providers>
      <AnalysisScreen game={game} isReview={isReview} own={own} />
    </Providers>,
  );
  return game;
}

function shownPly(game: AnalysisGame): number {
  return plyOf(game.store.getState().analysis.notation.path);
}

function press(name: string | RegExp): Promise<void> {
  return page.getByRole('button', { name, exact: true }).click();
}

beforeEach(async () => {
  localStorage.removeItem('reviews');
  currentRoom.setState({ roomId: null, playing: false });
  await page.viewport(1440, 900);
});

test('reviews a game with the engine and stores the result on the device', async () => {
  await show(true);
  await expect.element(page.getByText('准确率')).toBeVisible();
  const stored = JSON.parse(localStorage.getItem('reviews') ?? '{}');
  expect(stored.games[0].positions).toHaveLength(plyCount(GAME) + 1);
});

test('steps from fault to fault in a stored review, and plays the better line as a branch', async () => {
  storeReview();
  const game = await show();
  await press('下个失误');
  expect(shownPly(game)).toBe(4);
  await expect.element(page.getByText('蓝方胜率 50% → 18%')).toBeVisible();
  expect(document.querySelectorAll('[data-shape]').length).toBeGreaterThan(0);
  await press('下个失误');
  expect(shownPly(game)).toBe(7);
  await press('下个失误');
  expect(shownPly(game)).toBe(4);
  await page
    .getByRole('button', { name: /^走走看/ })
    .first()
    .click();
  await expect.element(page.getByText('正在看变着，棋谱没有改动。')).toBeVisible();
  expect(branchCount(game.store.getState().analysis.notation.tree)).toBe(1);
});

test('moves through the graph by keys and presses, and names the shown move', async () => {
  storeReview();
  const game = await show();
  const graph = page.getByRole('slider', { name: '红方胜率走势' });
  (graph.element() as HTMLElement).focus();
  graph.element().dispatchEvent(new KeyboardEvent('keydown', { key: 'End', bubbles: true }));
  await expect.poll(() => shownPly(game)).toBe(8);
  await expect.element(graph).toHaveAttribute('aria-valuetext', '第 8 步，红方胜率 50%');
  await graph.click();
  await expect.poll(() => shownPly(game)).toBe(4);
  await page.getByRole('region', { name: '胜负手' }).getByRole('button').nth(1).click();
  expect(shownPly(game)).toBe(7);
});

test('shows the better move in one row on a phone', async () => {
  await page.viewport(390, 844);
  storeReview();
  const game = await show();
  await press('下个失误');
  await expect.element(page.getByText(/蓝方 50% → 18%/)).toBeVisible();
  const strip = page.getByRole('navigation', { name: '棋谱' });
  await expect.element(strip.getByRole('button', { name: /漏着|失误/ }).first()).toBeVisible();
  await press('走走看');
  expect(shownPly(game)).toBe(4);
  await press('回到主谱');
  expect(shownPly(game)).toBe(3);
});

/** Presses the square of a piece, then its target. */
async function playOn({ from, to }: Move): Promise<void> {
  for (const { x, y } of [from, to]) await userEvent.click(page.elementLocator(cellAt({ x, y })));
}

function cellAt({ x, y }: Move['from']): Element {
  return document.querySelector(`[data-cell="${x},${y}"]`)!;
}

test('retries own mistakes: a wrong try, a right one, the answer, the summary', async () => {
  storeReview();
  const game = await show();
  const moves = () => game.store.getState().analysis.notation.tree.moves;
  const before = moves();
  await press('重走失误 2');
  const head = page.getByRole('heading', { name: '重走失误' });
  await expect.element(head).toHaveAccessibleDescription('重走哪一方的失误？');
  await press('双方 2');
  await expect.element(head).toHaveFocus();
  await expect.element(head).toHaveAccessibleDescription(/^第 4 步，蓝方走了/);
  const said = () => page.getByTestId('board').element().querySelector('[aria-live]')?.textContent;
  expect(said()).toBe('');
  await expect.element(page.getByText(/^第 4 步，蓝方走了/)).toBeVisible();
  expect(shownPly(game)).toBe(3);
  await playOn(gameMoves(GAME)[3]!);
  await expect.element(page.getByText(/正是实战的那一步/)).toBeVisible();
  await playOn(legalGameMoves(gameAfter(GAME, 3))[0]!);
  await expect.element(page.getByText(/^走对了！/)).toBeVisible();
  expect(said()).toMatch(/^蓝/);
  await press('下一处');
  expect(shownPly(game)).toBe(6);
  await press('看答案');
  await expect.element(page.getByText(/^应走/)).toBeVisible();
  await press('看结果');
  await expect.element(page.getByText('2 处失误都走过了。')).toBeVisible();
  expect(moves()).toBe(before);
  await page
    .getByRole('region', { name: '重走失误' })
    .getByRole('button', { name: '回到复盘' })
    .last()
    .click();
  await expect.element(page.getByRole('button', { name: '重走失误 2' })).toHaveFocus();
});

test("offers red's mistakes to a red player, and evaluates moves that the review lacks", async () => {
  await page.viewport(390, 844);
  storeReview();
  await show(false, studyOf(treeOfGame(GAME)), 'red');
  await press('重走失误 1');
  const known = legalGameMoves(gameAfter(GAME, 6)).slice(2);
  await playOn(known.find((move) => !isSameMove(move, gameMoves(GAME)[6]!))!);
  await expect.element(page.getByText(/^走对了！|再想想。$/)).toBeVisible();
});

test.each([
  ['the nicknames, even on the own side', { Red: '山君', Blue: '苍狼' }, ['山君', '苍狼']],
  ['你 and 对手 for a game without names', {}, ['对手', '你']],
])('the summary shows %s', async (_, headers, names) => {
  storeReview();
  await show(false, studyOf(treeOfGame(GAME), { headers }), 'blue');
  await expect.element(page.getByText('准确率')).toBeVisible();
  const shown = [...document.querySelectorAll('b[title]')].map((name) => name.textContent);
  expect(shown).toEqual(names);
});

test('hides reviews and refuses new ones during an online game', async () => {
  storeReview();
  currentRoom.setState({ roomId: '7', playing: true });
  await show(true);
  await expect.element(page.getByText('你正在对局中，复盘和分析要等对局结束。')).toBeVisible();
  expect(page.getByText('准确率').elements()).toHaveLength(0);
  currentRoom.setState({ roomId: '7', playing: false });
  await expect.element(page.getByText('准确率')).toBeVisible();
});

test('offers no review without a game', async () => {
  await show(false, studyOf(newTree()));
  await expect.element(page.getByText(/^还没有棋谱：先导入/)).toBeVisible();
});
