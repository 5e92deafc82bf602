import { formatFen, lastPath, newTree, positionOf, type Side, treeOfGame } from '@doushouqi/rules';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { Providers } from '../../../test/Providers.tsx';
import { fingerDrag, middleOf, mouseClick, mouseDrag } from '../../../test/pointers.ts';
import { NOTATIONS, POSITIONS, played, playPicks, seeded } from '../../../test/studies.ts';
import { expectToast } from '../../../test/toasts.ts';
import { answerConfirm, confirmStore } from '../../ui/confirm-store.ts';
import { toastStore } from '../../ui/toast-store.ts';
import { AnalysisScreen } from './AnalysisScreen.tsx';
import { refusalText } from './messages.ts';
import { type Analysis, newAnalysis, withGame } from './study/analysis.ts';
import { AnalysisGame } from './study/analysis-game.ts';
import { atPly, mainPath, plyOf, studyOf } from './study/study.ts';

const MAIN = '6,6-6,5 0,2-0,3 6,5-5,5 0,3-0,4';

function cell(x: number, y: number) {
  const element = document.querySelector(`[data-cell="${x},${y}"]`);
  if (!element) throw new Error(`no square ${x},${y}`);
  return middleOf(element);
}

function pooled(key: string) {
  const element = document.querySelector(`[data-pool="${key}"]`);
  if (!element) throw new Error(`no ${key} in the pool`);
  return middleOf(element);
}

async function show(analysis: Analysis = newAnalysis()): Promise<AnalysisGame> {
  const game = new AnalysisGame((code) => refusalText(code), analysis);
  await render(
    <Providers>
      <AnalysisScreen game={game} />
    </Providers>,
  );
  await expect.element(page.getByTestId('board')).toBeVisible();
  return game;
}

function stateOf(game: AnalysisGame): Analysis {
  return game.store.getState().analysis;
}

/** Where a piece was placed, `0,8`, or null. */
function squareOf(game: AnalysisGame, type: number, side: Side): string | null {
  const piece = stateOf(game).setup.pieces.find((one) => one.type === type && one.side === side);
  return piece ? `${piece.position.x},${piece.position.y}` : null;
}

async function press(name: string): Promise<void> {
  await page.getByRole('button', { name, exact: true }).click();
}

/** Answers the question about the moves of play mode. */
async function answer(name: string): Promise<void> {
  await page.getByRole('alertdialog').getByRole('button', { name }).click();
  await expect.element(page.getByRole('alertdialog')).not.toBeInTheDocument();
}

async function clickMove(from: [number, number], to: [number, number]): Promise<void> {
  await mouseClick(cell(...from));
  await mouseClick(cell(...to));
}

const GAME = studyOf(treeOfGame(playPicks([1])));
const STUDY = played(studyOf(newTree()), MAIN);

beforeEach(async () => {
  await page.viewport(1440, 900);
  toastStore.setState({ current: null });
});

describe('setup', () => {
  test('places, moves and removes pieces with the mouse', async () => {
    const game = await show();
    await press('清空');
    await expect.poll(() => stateOf(game).setup.pieces.length).toBe(0);
    await mouseDrag([pooled('red-rat'), cell(1, 4)]);
    expect(squareOf(game, 1, 'red')).toBe('1,4');
    await mouseDrag([cell(1, 4), cell(0, 4)]);
    expect(squareOf(game, 1, 'red')).toBe('0,4');
    await mouseDrag([cell(0, 4), { x: 20, y: 880 }]);
    expect(squareOf(game, 1, 'red')).toBeNull();
  });

  test('shows an error for an illegal square', async () => {
    const game = await show();
    await mouseDrag([cell(0, 8), cell(1, 4)]);
    await expectToast('只有鼠可以下河');
    await mouseDrag([cell(0, 8), cell(3, 0)]);
    await expectToast('棋子不能放入兽穴');
    await mouseDrag([cell(0, 8), cell(6, 8)]);
    await expectToast('该处已有棋子');
    expect(squareOf(game, 6, 'red')).toBe('0,8');
    await press('清空');
    await press('从这里走子');
    await expectToast('棋盘上还没有棋子');
    expect(stateOf(game).mode).toBe('setup');
  });

  test('places pieces with the keyboard alone', async () => {
    const game = await show();
    await press('清空');
    document.querySelector<HTMLElement>('[data-pool="red-elephant"]')?.focus();
    await userEvent.keyboard('{Enter}{ArrowUp}{Enter}');
    await expect.poll(() => stateOf(game).setup.pieces.length).toBe(1);
    const at = squareOf(game, 8, 'red');
    document.querySelector<HTMLElement>(`[data-cell="${at}"]`)?.focus();
    await userEvent.keyboard('{Delete}');
    await expect.poll(() => stateOf(game).setup.pieces.length).toBe(0);
  });

  test('places pieces by touch on a phone', async () => {
    await page.viewport(390, 844);
    const game = await show();
    await press('清空');
    await fingerDrag([
      pooled('blue-lion'),
      { ...pooled('blue-lion'), y: pooled('blue-lion').y - 60 },
      cell(6, 2),
    ]);
    await expect.poll(() => squareOf(game, 7, 'blue')).toBe('6,2');
  });

  test('sets the first mover and continues to play mode', async () => {
    const game = await show();
    await page.getByRole('radiogroup', { name: '先行' }).getByRole('radio', { name: '蓝方' }).click();
    await press('从这里走子');
    await clickMove([0, 2], [0, 3]);
    await expect.poll(() => plyOf(stateOf(game).play.path)).toBe(1);
    await page.getByRole('radio', { name: '打谱' }).click();
    await answer('清空');
    expect(stateOf(game).play.tree.moves).toBe(0);
    expect(stateOf(game).notation.tree.moves).toBe(0);
  });
});

describe('leaving play mode with moves', () => {
  async function playTwo(notation = studyOf(newTree())): Promise<AnalysisGame> {
    const opened = { ...withGame(newAnalysis(), notation), mode: 'play' } as const;
    return show({ ...opened, play: played(studyOf(newTree()), '6,6-6,5 0,2-0,3') });
  }

  test.each(['打谱', '复盘', '摆子'])(
    'keeps them in notation by default when leaving to %s',
    async (mode) => {
      const game = await playTwo();
      const before = formatFen(positionOf(game.store.getState().game));
      await page.getByRole('radio', { name: mode }).click();
      await expect.element(page.getByRole('heading', { name: '走子里有 2 步棋' })).toBeVisible();
      expect(stateOf(game).mode).toBe('play');
      await expect.element(page.getByRole('button', { name: '转入打谱' }).last()).toHaveFocus();
      await userEvent.keyboard('{Enter}');
      await expect.element(page.getByRole('radio', { name: mode })).toBeChecked();
      expect(stateOf(game).notation.tree.moves).toBe(2);
      expect(formatFen(positionOf(game.store.getState().game))).toBe(before);
    },
  );

  test('continues the game after Escape', async () => {
    const game = await playTwo();
    await page.getByRole('radio', { name: '打谱' }).click();
    await expect.element(page.getByRole('alertdialog')).toBeVisible();
    await userEvent.keyboard('{Escape}');
    await expect.element(page.getByRole('alertdialog')).not.toBeInTheDocument();
    expect(stateOf(game).mode).toBe('play');
    expect(stateOf(game).play.tree.moves).toBe(2);
  });

  test('warns that an edited game in notation is replaced', async () => {
    const game = await playTwo(STUDY);
    await page.getByRole('radio', { name: '打谱' }).click();
    await expect.element(page.getByText(/换掉打谱里你改过的那一局/)).toBeVisible();
    await answer('转入打谱');
    expect(stateOf(game).notation.tree.moves).toBe(2);
  });

  test('asks before a position is imported, and keeps the text when the user stays', async () => {
    const game = await playTwo();
    await press('导入');
    await page
      .getByRole('dialog')
      .getByRole('textbox')
      .fill(POSITIONS.fen!(playPicks([5, 6])));
    await page.getByRole('dialog').getByRole('button', { name: '导入', exact: true }).click();
    await answer('继续走子');
    const text = page.getByRole('dialog').getByRole('textbox');
    await expect.element(text).toHaveValue(POSITIONS.fen!(playPicks([5, 6])));
    await page.getByRole('dialog').getByRole('button', { name: '导入', exact: true }).click();
    await answer('转入打谱');
    await expect.poll(() => stateOf(game).mode).toBe('setup');
    expect(stateOf(game).notation.tree.moves).toBe(2);
  });

  test.each([
    ['moves of play', () => playTwo()],
    ['an edited game', () => show(withGame(newAnalysis(), STUDY))],
  ])('asks before an imported game replaces %s', async (_, open) => {
    const game = await open();
    const before = stateOf(game);
    const text = NOTATIONS['move list']!(playPicks([1, 2, 3]));
    await press('导入');
    await page.getByRole('dialog').getByRole('textbox').fill(text);
    await page.getByRole('dialog').getByRole('button', { name: '导入', exact: true }).click();
    await expect.poll(() => confirmStore.getState().current?.title).toMatch(/^(清空|换掉)/);
    answerConfirm(false);
    await expect.element(page.getByRole('dialog').getByRole('textbox')).toHaveValue(text);
    expect(stateOf(game)).toBe(before);
    await page.getByRole('dialog').getByRole('button', { name: '导入', exact: true }).click();
    await expect.poll(() => confirmStore.getState().current).not.toBeNull();
    answerConfirm(true);
    await expect.poll(() => stateOf(game).notation.tree.moves).toBe(3);
  });
});

describe('notation', () => {
  test('opens a branch for a move within the game, and leaves, restores, promotes and deletes it', async () => {
    const game = await show(withGame(newAnalysis(), atPly(STUDY, 1)));
    await clickMove([6, 2], [6, 3]);
    const branch = stateOf(game).notation.path;
    await expect.element(page.getByText('变着 1')).toBeVisible();
    await press('回到主谱');
    expect(plyOf(stateOf(game).notation.path)).toBe(1);
    await page.getByRole('button', { name: /蓝象 G7→G6/ }).click();
    expect(stateOf(game).notation.path).toBe(branch);
    await press('提升为主谱');
    expect(mainPath(stateOf(game).notation.tree)).toBe(branch);
    await page.getByRole('button', { name: /蓝鼠 A7→A6/ }).click();
    await press('删除变着');
    expect(stateOf(game).notation.tree.moves).toBe(2);
  });

  test('steps by buttons, keys and slider, but not by keys typed in the comment', async () => {
    const game = await show(withGame(newAnalysis(), { ...STUDY, path: '' }));
    const ply = () => plyOf(stateOf(game).notation.path);
    await press('下一步');
    expect(ply()).toBe(1);
    await press('到终局');
    expect(ply()).toBe(4);
    await expect.element(page.getByRole('button', { name: '下一步' })).toBeDisabled();
    (document.activeElement as HTMLElement | null)?.blur();
    await userEvent.keyboard('{ArrowLeft}');
    expect(ply()).toBe(3);
    await userEvent.keyboard('{Home}');
    expect(ply()).toBe(0);
    await page.getByRole('slider', { name: '进度' }).fill('2');
    expect(ply()).toBe(2);
    const comment = page.getByRole('textbox', { name: '这一步的评注' });
    await comment.fill('占河');
    await userEvent.keyboard('{ArrowLeft}');
    expect(ply()).toBe(2);
    await expect.element(page.getByRole('button', { name: /有评注/ })).toBeVisible();
  });

  test('draws on a move with the pen', async () => {
    const game = await show(withGame(newAnalysis(), STUDY));
    await press('红色');
    await mouseDrag([cell(2, 2), cell(2, 0)]);
    await mouseClick(cell(3, 8));
    const shapes = () => stateOf(game).notation.tree && document.querySelectorAll('[data-shape]').length;
    await expect.poll(shapes).toBe(2);
    await press('擦掉图形');
    await expect.poll(shapes).toBe(0);
  });
});

describe('autoplay', () => {
  beforeEach(() => void vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] }));
  afterEach(() => void vi.useRealTimers());

  test('plays one move a second to the end', async () => {
    const game = await show(withGame(newAnalysis(), { ...STUDY, path: '' }));
    const ply = () => plyOf(stateOf(game).notation.path);
    await press('播放');
    await expect.element(page.getByRole('button', { name: '暂停' })).toBeVisible();
    const before = ply();
    vi.advanceTimersByTime(1_000);
    expect(ply()).toBe(before + 1);
    vi.advanceTimersByTime(9_000);
    expect(ply()).toBe(4);
    await expect.element(page.getByRole('button', { name: '播放' })).toBeDisabled();
  });

  test('stops at user input', async () => {
    const game = await show(withGame(newAnalysis(), { ...STUDY, path: '' }));
    const ply = () => plyOf(stateOf(game).notation.path);
    await press('播放');
    await mouseClick(cell(3, 4));
    const before = ply();
    await expect.element(page.getByRole('button', { name: '播放' })).toBeEnabled();
    vi.advanceTimersByTime(5_000);
    expect(ply()).toBe(before);
  });
});

describe('import', () => {
  async function tryText(text: string): Promise<void> {
    await page.getByRole('dialog').getByRole('textbox').fill(text);
    await page.getByRole('dialog').getByRole('button', { name: '导入', exact: true }).click();
  }

  async function openImport(): Promise<void> {
    await expect.element(page.getByRole('dialog')).not.toBeInTheDocument();
    await press('导入');
  }

  test('keeps the analysis and the typed text if the text cannot be read', async () => {
    const game = await show(withGame(newAnalysis(), STUDY));
    const errors = vi.spyOn(console, 'error').mockImplementation(() => {});
    const before = stateOf(game);
    await press('导入');
    const random = seeded(7);
    const forms = Object.values({ ...NOTATIONS, ...POSITIONS });
    const text = forms.map((form) => form(playPicks([3, 1, 4, 1, 5, 9, 2, 6])));
    for (let count = 0; count < 24; count++) {
      const one = text[count % text.length]!;
      const broken = `${one.slice(0, Math.floor(random() * one.length))}\u{1F98A}${one.slice(3)}`;
      await tryText(broken);
      await expect.element(page.getByRole('dialog').getByRole('alert')).toBeVisible();
      expect(stateOf(game)).toBe(before);
      await expect
        .element(page.getByRole('dialog').getByRole('textbox'))
        .toHaveValue(broken.replaceAll('\r\n', '\n'));
    }
    await tryText('1. 象A3→A4 象G7→G5');
    await expect.element(page.getByText('无效的棋谱格式：第 2 步，不符合走棋规则')).toBeVisible();
    expect(errors).not.toHaveBeenCalled();
    errors.mockRestore();
  });

  test('imports a game, a position, and one of several games', async () => {
    const game = await show();
    await openImport();
    await tryText(NOTATIONS['move list']!(playPicks([1, 2, 3])));
    await expect.poll(() => stateOf(game).notation.tree.moves).toBe(3);
    await openImport();
    const wanted = playPicks([5, 6, 7, 8]);
    await tryText(POSITIONS.fen!(wanted));
    await expect.poll(() => stateOf(game).mode).toBe('setup');
    expect(formatFen(positionOf(game.store.getState().game))).toBe(formatFen(positionOf(wanted)));
    await openImport();
    await tryText(`[Red "甲"]\n[Blue "乙"]\n1. 象A3→A4 *\n\n[Red "丙"]\n[Blue "丁"]\n1. 象A3→A4 象G7→G6 *`);
    await page.getByRole('button', { name: /丙 — 丁/ }).click();
    await expect.poll(() => stateOf(game).notation.tree.moves).toBe(2);
  });
});

describe('on every screen size', () => {
  test.each([
    [320, 568],
    [390, 844],
    [844, 390],
    [667, 375],
    [768, 1024],
    [1024, 768],
    [1440, 900],
  ])('%i × %i: shows the whole board in the same place in every mode', async (width, height) => {
    await page.viewport(width, height);
    await show(withGame(newAnalysis(), GAME));
    const box = () => {
      const { left, top, right, bottom } = page.getByTestId('board').element().getBoundingClientRect();
      return [left, top, right, bottom].map(Math.round);
    };
    const first = box();
    expect(first[0]! >= 0 && first[1]! >= 0 && first[2]! <= width && first[3]! <= height).toBe(true);
    expect(document.documentElement.scrollHeight).toBeLessThanOrEqual(height);
    const tabs = page.getByRole('radiogroup', { name: '模式' }).getByRole('radio').elements();
    const isTouched = width < 700 || height <= 500;
    for (const tab of isTouched ? tabs : []) {
      const { width: wide, height: high } = tab.getBoundingClientRect();
      expect(Math.min(wide, high)).toBeGreaterThanOrEqual(44);
    }
    for (const mode of ['走子', '摆子']) {
      await page.getByRole('radio', { name: mode }).click();
      expect(box()).toEqual(first);
    }
    expect(lastPath(GAME.tree, '')).not.toBe('');
  });
});
