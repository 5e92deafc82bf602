import { plyCount } from '@doushouqi/rules';
import { Route, Routes, useLocation } from 'react-router-dom';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { Providers } from '../../../test/Providers.tsx';
import { clickMove } from '../../../test/tables.tsx';
import { currentRoom } from '../../app/current-room.ts';
import { session } from '../../app/session.ts';
import { storage } from '../../app/storage.ts';
import { AI_GAME_KEY, keptAi, startAi } from '../../game/engine/ai-game.ts';
import type { AiSetting } from '../../game/engine/ai-game-state.ts';
import { ConfirmHost } from '../../ui/ConfirmHost.tsx';
import { hideToast, toastStore } from '../../ui/toast-store.ts';
import AiGamePage from './AiGamePage.tsx';
import AiLevelsPage from './AiLevelsPage.tsx';
import { chooseOpponent } from './ai-choice.ts';
import { OPPONENTS, opponentFor } from './opponents.ts';

beforeEach(() => {
  localStorage.removeItem('aiTally');
  localStorage.removeItem(AI_GAME_KEY);
  chooseOpponent(OPPONENTS[0]);
});
afterEach(() => {
  currentRoom.setState({ roomId: null, playing: false, rated: false });
  hideToast();
  session.logout();
});

/** Shows the state of the navigation. */
function Handed() {
  return <output>{JSON.stringify(useLocation().state)}</output>;
}

function open(path: string) {
  return render(
    <Providers path={path}>
      <Routes>
        <Route path="/play/ai" element={<AiLevelsPage />} />
        <Route path="/play/ai/game" element={<AiGamePage />} />
        <Route path="/analysis" element={<Handed />} />
      </Routes>
      <ConfirmHost />
    </Providers>,
  );
}

const USER = {
  _id: 'a'.repeat(24),
  username: 'shanjun',
  nickname: '山君',
  avatar: 'tiger.png',
  settings: { theme: 'default' },
};
const SETTING: AiSetting = { level: 1, own: 1, control: null, undo: true, hints: true };
function keep(change: Partial<AiSetting> = {}): void {
  startAi({ storage, randomId: () => 'game' }, { ...SETTING, ...change });
}
function plies() {
  return Number(page.getByTestId('board').element().getAttribute('data-ply'));
}
function card(name: RegExp) {
  return page.getByRole('radiogroup', { name: '对手' }).getByRole('radio', { name });
}

test.each([
  [1, false, 'protozoa'],
  [3, false, 'panda'],
  [4, true, 'shark'],
  [4, false, undefined],
  [1, true, undefined],
])('difficulty %i with the flag %s is %s', (difficulty, strong, key) => {
  expect(opponentFor({ difficulty, strong })?.key).toBe(key);
});

test('an opponent is chosen and remembered as the spec has it, and a game begins as it was set', async () => {
  await open('/play/ai');
  await expect.element(card(/微小草履虫/)).toBeChecked();
  await card(/凶猛鲨鱼/).click();
  await expect.element(card(/凶猛鲨鱼/)).toBeChecked();
  expect([localStorage.getItem('ai_difficulty'), localStorage.getItem('ai_useKataGo')]).toEqual([
    '4',
    'true',
  ]);
  await card(/可爱小兔/).click();
  expect([localStorage.getItem('ai_difficulty'), localStorage.getItem('ai_useKataGo')]).toEqual([
    '2',
    'false',
  ]);
  await page.getByRole('radio', { name: /红方/ }).click();
  await page.getByRole('radio', { name: /每方 5 分钟/ }).click();
  await page.getByRole('switch', { name: '允许悔棋' }).click();
  await page.getByRole('button', { name: '开始对局' }).click();
  await expect.element(page.getByTestId('board')).toBeVisible();
  const control = { initial: 5, increment: 3 };
  expect(keptAi(storage)?.setting).toEqual({ level: 2, own: 1, control, undo: false, hints: true });
  expect(page.getByRole('timer').elements()).toHaveLength(2);
});

test('without a game that is kept there is none to be shown', async () => {
  await open('/play/ai/game');
  await expect.element(page.getByRole('heading', { name: '今天会会谁？' })).toBeVisible();
});

test('the computer answers, both moves are taken back, and a reload keeps the game', async () => {
  keep();
  const first = await open('/play/ai/game');
  await clickMove('a1b1');
  await expect.poll(plies).toBe(2);
  await page.getByRole('button', { name: '悔棋' }).click();
  await expect.poll(plies).toBe(0);
  await clickMove('a1b1');
  await expect.poll(plies).toBe(2);
  await first.unmount();
  await open('/play/ai/game');
  await expect.poll(plies).toBe(2);
  expect(plyCount(keptAi(storage)!.local.game)).toBe(2);
});

test('with blue the board is turned, and the computer begins', async () => {
  keep({ own: 2 });
  await open('/play/ai/game');
  await expect.poll(plies).toBe(1);
  const top = (at: string) => document.querySelector(`[data-cell="${at}"]`)!.getBoundingClientRect().top;
  expect(top('0,8')).toBeLessThan(top('0,0'));
});

test('a hint shows an arrow and says the move, until it is put away', async () => {
  keep();
  await open('/play/ai/game');
  await page.getByRole('button', { name: '提示 3' }).click();
  await expect.element(page.getByText('还剩 2 次提示。')).toBeVisible();
  await expect.element(page.getByText(/^. [A-G][1-9]→[A-G][1-9]，./)).toBeVisible();
  expect(document.querySelectorAll('[data-shape]')).toHaveLength(1);
  await page.getByRole('button', { name: '收起提示' }).click();
  await expect.poll(() => document.querySelectorAll('[data-shape]').length).toBe(0);
});

test('there is no help while the person plays online', async () => {
  keep();
  currentRoom.setState({ roomId: '7', playing: true });
  await open('/play/ai/game');
  await page.getByRole('button', { name: '提示 3' }).click({ force: true });
  await expect.poll(() => toastStore.getState().current?.text).toContain('联机对局正在进行');
  expect(document.querySelectorAll('[data-shape]')).toHaveLength(0);
});

test.each(['/play/ai', '/play/ai/game'])(
  'nobody plays with the computer beside a rated game: %s',
  async (path) => {
    keep();
    currentRoom.setState({ roomId: '7', playing: true, rated: true });
    await open(path);
    await expect.element(page.getByRole('heading', { name: '排位对局进行中' })).toBeVisible();
    expect(document.querySelector('[data-testid="board"]')).toBeNull();
    currentRoom.setState({ playing: false, rated: false });
    await expect.element(page.getByRole('heading', { name: '排位对局进行中' })).not.toBeInTheDocument();
  },
);

test('giving up ends the game, and the next one begins at a press', async () => {
  keep();
  await open('/play/ai/game');
  await page.getByRole('button', { name: '认输' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: '认输' }).click();
  const result = page.getByRole('dialog', { name: '对局结果' });
  await expect.element(result.getByRole('heading', { name: '你输了' })).toBeVisible();
  await result.getByRole('button', { name: '再来一局' }).click();
  await expect.element(result).not.toBeInTheDocument();
  expect(keptAi(storage)?.setting.level).toBe(1);
});

test('a finished game counts against its level, and the result leads to the other levels', async () => {
  keep();
  await open('/play/ai/game');
  await clickMove('a1b1');
  await expect.poll(plies).toBe(2);
  await page.getByRole('button', { name: '认输' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: '认输' }).click();
  const result = page.getByRole('dialog', { name: '对局结果' });
  await expect.element(result.getByText('对微小草履虫：0 胜 1 负')).toBeVisible();
  await result.getByRole('button', { name: '换对手' }).click();
  await expect.element(card(/微小草履虫.*0 胜 1 负/)).toBeVisible();
  await expect.element(card(/可爱小兔.*还没交过手/)).toBeVisible();
});

test('the review gets the own nickname and the name of the level', async () => {
  session.login({ access_token: 'mine', user: USER });
  keep({ level: 3, own: 2 });
  await open('/play/ai/game');
  await page.getByRole('button', { name: '认输' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: '认输' }).click();
  await page.getByRole('button', { name: '复盘' }).click();
  expect(JSON.parse(page.getByRole('status').element().textContent)).toMatchObject({
    game: { own: 2, players: { red: { nickname: '功夫熊猫' }, blue: { nickname: USER.nickname } } },
  });
});
