import { bestChoice, LEVELS, type Level, readSolution, startOf } from '@doushouqi/endgames';
import { formatFen, type Move, play, positionOf } from '@doushouqi/rules';
import { Route, Routes } from 'react-router-dom';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { recordAnnouncements } from '../../../test/announcements.ts';
import { Providers } from '../../../test/Providers.tsx';
import { middleOf, mouseClick } from '../../../test/pointers.ts';
import { KEYS } from '../../client/storage.ts';
import EndgamePage from './EndgamePage.tsx';
import LevelPage from './LevelPage.tsx';

const [FIRST, SECOND] = LEVELS as [Level, Level];

beforeEach(() => storeStars({}));
afterEach(() => localStorage.removeItem(KEYS.endgames));

function open(path: string) {
  return render(
    <Providers path={path}>
      <Routes>
        <Route path="/endgame" element={<EndgamePage />} />
        <Route path="/endgame/:levelId" element={<LevelPage />} />
      </Routes>
    </Providers>,
  );
}

async function make({ from, to }: Move): Promise<void> {
  for (const { x, y } of [from, to]) {
    const cell = document.querySelector(`[data-cell="${x},${y}"]`);
    await mouseClick(middleOf(cell!));
  }
}

function plies() {
  return page.getByTestId('board').element().getAttribute('data-ply');
}

async function solve(level: Level): Promise<void> {
  const solution = readSolution(level);
  let game = startOf(level);
  for (let ply = 0; ply < level.shortest; ply += 2) {
    const best = bestChoice(solution, game)!;
    await make(best.move);
    for (const move of [best.move, best.reply]) {
      const played = move && play(game, move);
      if (played?.ok) game = played.value;
    }
    if (best.reply) await expect.poll(plies).toBe(String(ply + 2));
  }
}

function storeStars(stars: Record<string, number>): void {
  const value = JSON.stringify(stars);
  localStorage.setItem(KEYS.endgames, value);
  window.dispatchEvent(new StorageEvent('storage', { key: KEYS.endgames, newValue: value }));
}

describe('a level', () => {
  test('says after each move if the win is still there, and ends with its stars', async () => {
    await open(`/endgame/${FIRST.id}`);
    const choices = readSolution(FIRST).get(formatFen(positionOf(startOf(FIRST))))!;
    const wrong = choices.find(({ verdict }) => verdict === 'lost')!;
    await make(wrong.move);
    await expect.element(page.getByText('这样走就赢不成了，退回来再想想。').first()).toBeVisible();
    expect(plies()).toBe('0');
    await solve(FIRST);
    const done = page.getByRole('dialog', { name: '过关' });
    await expect.element(done.getByRole('img', { name: '3 颗星' })).toBeVisible();
    expect(JSON.parse(localStorage.getItem(KEYS.endgames)!)).toMatchObject({ stars: { [FIRST.id]: 3 } });
    await done.getByRole('button', { name: '下一关' }).click();
    await expect.element(page.getByRole('heading', { name: '过关' })).not.toBeInTheDocument();
    await expect.poll(plies).toBe('0');
  });

  test('gives its hints in words, then as an arrow, then the answer', async () => {
    await open(`/endgame/${SECOND.id}`);
    await page.getByRole('button', { name: /^提示/ }).click();
    await expect.element(page.getByText('夫子提示')).toBeVisible();
    expect(document.querySelector('[data-shape]')).toBe(null);
    await page.getByRole('button', { name: /^下一条提示/ }).click();
    await expect.poll(() => document.querySelectorAll('[data-shape]').length).toBe(1);
    await page.getByRole('button', { name: '答案' }).click();
    await expect.poll(plies).toBe('2');
    await expect.element(page.getByText(/看过答案，这一次不记星/)).toBeVisible();
    await page.getByRole('button', { name: '重来' }).click();
    await expect.poll(plies).toBe('0');
  });

  test.each([
    ['desktop', 1440, 900],
    ['phone', 390, 844],
  ])('can be followed by ear and by keys on a %s', async (_, width, height) => {
    await page.viewport(width, height);
    await open(`/endgame/${FIRST.id}`);
    await expect.element(page.getByTestId('board')).toBeVisible();
    const heard = recordAnnouncements();
    const count = (text: string) => heard.filter((one) => one.includes(text)).length;
    const choices = readSolution(FIRST).get(formatFen(positionOf(startOf(FIRST))))!;
    const wrong = choices.find(({ verdict }) => verdict === 'lost')!;
    for (const times of [1, 2]) {
      await make(wrong.move);
      await expect.poll(() => count('这样走就赢不成了，退回来再想想。')).toBe(times);
    }
    await page.getByRole('button', { name: /^提示/ }).click();
    await expect.poll(() => count('夫子提示')).toBe(1);
    await expect.element(page.getByRole('button', { name: '设置' })).toBeVisible();
    await solve(FIRST);
    await expect.poll(() => count('→')).toBeGreaterThan(0);
    const done = page.getByRole('dialog', { name: '过关' });
    await expect.element(done).toHaveFocus();
    expect(done.element().getAttribute('aria-describedby')).toBeTruthy();
    (done.getByRole('button', { name: '下一关' }).element() as HTMLElement).focus();
    await userEvent.keyboard('{Enter}');
    await expect.element(done).not.toBeInTheDocument();
    await expect.poll(() => document.activeElement?.hasAttribute('data-cell')).toBe(true);
    await page.viewport(1024, 768);
  });

  test('that is locked or unknown leads back', async () => {
    const locked = await open('/endgame/standard-1');
    await expect.element(page.getByRole('heading', { name: '这一关还没开' })).toBeVisible();
    await locked.unmount();
    await open('/endgame/standard-10');
    await expect.element(page.getByRole('heading', { name: '没有这一关' })).toBeVisible();
    await page.getByRole('link', { name: '回残局学堂' }).last().click();
    await expect.element(page.getByRole('heading', { name: /鼠行水路/ })).toBeVisible();
  });
});

describe('the path', () => {
  test('shows solved, open and locked levels, and follows other windows', async () => {
    await open('/endgame');
    const path = page.getByRole('list', { name: '鼠行水路的九关' });
    await expect
      .element(path.getByRole('link', { name: /^第 1 关 .*还没过$/ }))
      .toHaveAttribute('aria-current', 'step');
    expect(path.getByRole('link').elements()).toHaveLength(3);
    storeStars({ 'river-1': 2 });
    await expect.element(path.getByRole('link', { name: /^第 1 关 .*2 颗星$/ })).toBeVisible();
    expect(path.getByRole('link').elements()).toHaveLength(4);
  });

  test('of another chapter is one press away, also by keyboard', async () => {
    await open('/endgame');
    const link = page.getByRole('navigation', { name: '各章' }).getByRole('link', { name: /定式/ });
    (link.element() as HTMLElement).focus();
    await userEvent.keyboard('{Enter}');
    await expect.element(page.getByRole('heading', { name: '第八章 · 定式' })).toBeVisible();
    await expect.element(link).toHaveAttribute('aria-current', 'true');
  });
});
