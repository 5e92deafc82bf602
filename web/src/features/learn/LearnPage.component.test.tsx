import { formatProgress, LESSONS } from '@doushouqi/lessons';
import { Route, Routes } from 'react-router-dom';
import { beforeEach, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { recordAnnouncements } from '../../../test/announcements.ts';
import { Providers } from '../../../test/Providers.tsx';
import { KEYS, storage } from '../../client/storage.ts';
import { loadAiGame } from '../../shared/device-games/saved-games.ts';
import LearnPage from './LearnPage.tsx';

const IDS = LESSONS.flatMap(({ steps }) => steps.map(({ id }) => id));

beforeEach(() => {
  storage.removeItem(KEYS.lessons);
  storage.removeItem(KEYS.aiGame);
});

/** Opens the lessons with the steps before `id` done; all of them without it. */
async function open(id?: string): Promise<void> {
  const done = id ? IDS.slice(0, IDS.indexOf(id)) : IDS;
  storage.setItem(KEYS.lessons, formatProgress({ done, seconds: 680 }));
  await render(
    <Providers path="/learn">
      <Routes>
        <Route path="/learn" element={<LearnPage />} />
        <Route path="/play/ai/game" element={<output>开局</output>} />
      </Routes>
    </Providers>,
  );
}

function cell(name: string) {
  return page.getByRole('gridcell', { name: new RegExp(`^${name} `) });
}

function button(name: string) {
  return page.getByRole('button', { name, exact: true });
}

function saved(): string[] {
  return JSON.parse(storage.getItem(KEYS.lessons) ?? '{}').done;
}

test('an illegal move says why; a legal wrong one walks back', async () => {
  await open('leap-blocked');
  await expect.element(page.getByRole('heading', { name: '点对岸，跳过去！' })).toBeVisible();
  await cell('E3').click();
  await cell('E7').click();
  await expect.element(page.getByText('河里有只鼠挡路，虎跳不过去。让狮跳。')).toBeVisible();
  await cell('C3').click();
  await cell('B3').click();
  await expect.element(page.getByText('狮要跳河：点上面河对岸那一格。')).toBeVisible();
  await expect.element(cell('C3')).toHaveAccessibleName(/红狮/);
  await expect.element(button('下一步')).toBeDisabled();
  await cell('C3').click();
  await cell('C7').click();
  await expect.element(page.getByRole('heading', { name: '没鼠挡着，说过就过。' })).toBeVisible();
  await expect.element(button('下一步')).toBeEnabled();
  expect(saved()).toContain('leap-blocked');
});

test('a press on the goal moves without a selected piece, also by key, and the next step waits for a key', async () => {
  await open('leap-across');
  await cell('D5').click();
  await expect.element(page.getByRole('heading', { name: '一跃三格，到岸。' })).toBeVisible();
  button('下一步').element().focus();
  await userEvent.keyboard('{Enter}');
  await expect.element(page.getByRole('heading', { name: '点对岸，跳过去！' })).toBeVisible();
  await expect.poll(() => document.activeElement?.getAttribute('data-cell')).toBe('3,8');
  await userEvent.keyboard('{ArrowLeft}{ArrowUp}{ArrowUp}{ArrowUp}{ArrowUp}{ArrowUp}{ArrowUp}');
  await expect.element(cell('C7')).toHaveAccessibleName(/走到这里/);
  await userEvent.keyboard('{Enter}');
  await expect.element(page.getByRole('heading', { name: '没鼠挡着，说过就过。' })).toBeVisible();
});

test('can be followed by ear: moves, reasons, also the same one twice, and the next step by keys only', async () => {
  await open('board-own-den');
  const heard = recordAnnouncements();
  const count = (text: string) => heard.filter((one) => one.includes(text)).length;
  await expect
    .element(cell('D2'))
    .toHaveAccessibleName('D2 红狗，红方陷阱，可走到 D3、C2、E2，绿色箭头指向 D3');
  for (const times of [1, 2]) {
    await cell('D2').click();
    await cell('D1').click();
    await expect.poll(() => count('这是自己的兽穴，自己的棋不能进。往上走。')).toBe(times);
  }
  await cell('D3').click();
  await expect.poll(() => count('红狗 D2→D3')).toBe(1);
  await expect.poll(() => count('出门了。往上，都是路。')).toBe(1);
  await expect.element(button('下一步')).toHaveFocus();
  await userEvent.keyboard('{Enter}');
  await expect.poll(() => count('对方只剩一只猫，吃掉它！')).toBe(1);
  await expect.poll(() => document.activeElement?.hasAttribute('data-cell')).toBe(true);
});

test('shows the moves of a fight one by one, with replies, and begins again', async () => {
  await open('trap-fight');
  await button('走给我看').click();
  await expect.element(page.getByRole('heading', { name: '它掉进去了，关门打狮！' })).toBeVisible();
  await expect.element(cell('D2')).toHaveAccessibleName(/蓝狮/);
  await button('走给我看').click();
  await expect.element(page.getByRole('heading', { name: '关门打狮，小仗得胜。' })).toBeVisible();
  await button('重来').click();
  await expect.element(page.getByRole('heading', { name: '小仗一：狮来了，狗让开。' })).toBeVisible();
  await expect.element(cell('D2')).toHaveAccessibleName(/红狗/);
});

test('what another window has done is done here too', async () => {
  await open('board-own-den');
  const other = formatProgress({ done: [...IDS.slice(0, 1), 'step-back'], seconds: 700 });
  storage.setItem(KEYS.lessons, other);
  await button('走给我看').click();
  await expect.poll(saved).toEqual(['board-den', 'board-own-den', 'step-back']);
});

test('after the last step the first game starts at once', async () => {
  await open();
  await expect.element(page.getByRole('heading', { name: '出师了！' })).toBeVisible();
  await expect.element(page.getByText('11:20')).toBeVisible();
  await expect.element(page.getByText('进度存在这台设备上，注册后跟着账号走')).toBeVisible();
  await button('下第一盘').click();
  await expect.element(page.getByText('开局')).toBeVisible();
  expect(loadAiGame(storage)?.setting).toEqual({
    level: 1,
    own: 'red',
    control: null,
    undo: true,
    hints: true,
  });
});
