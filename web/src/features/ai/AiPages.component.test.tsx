import { moveOf } from '@doushouqi/room-client/testing';
import { parseFen, plyCount, startFen } from '@doushouqi/rules';
import { Route, Routes, useLocation } from 'react-router-dom';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { Providers } from '../../../test/Providers.tsx';
import { clickMove } from '../../../test/tables.tsx';
import { expectToast } from '../../../test/toasts.ts';
import { ME } from '../../../test/users.ts';
import { currentRoom } from '../../client/current-room.ts';
import { session } from '../../client/session.ts';
import { KEYS, storage } from '../../client/storage.ts';
import { type AiSetting, beginAi, movedAi } from '../../shared/device-games/ai-game-state.ts';
import { OPPONENTS, opponentFor } from '../../shared/device-games/opponents.ts';
import { formatAi, loadAiGame, startAi } from '../../shared/device-games/saved-games.ts';
import { ConfirmHost } from '../../ui/ConfirmHost.tsx';
import { hideToast } from '../../ui/toast-store.ts';
import AiGamePage from './AiGamePage.tsx';
import AiLevelsPage from './AiLevelsPage.tsx';
import { chooseOpponent } from './ai-choice.ts';

beforeEach(() => {
  localStorage.removeItem('aiTally');
  localStorage.removeItem(KEYS.aiGame);
  sessionStorage.removeItem('earlyPress');
  chooseOpponent(OPPONENTS[0]);
});
afterEach(() => {
  currentRoom.setState({ roomId: null, playing: false, rated: false });
  hideToast();
  session.logout();
});

/** Shows the state of the navigation. */
function LocationState() {
  return <output>{JSON.stringify(useLocation().state)}</output>;
}

function open(path: string) {
  return render(
    <Providers path={path}>
      <Routes>
        <Route path="/play/ai" element={<AiLevelsPage />} />
        <Route path="/play/ai/game" element={<AiGamePage />} />
        <Route path="/analysis" element={<LocationState />} />
      </Routes>
      <ConfirmHost />
    </Providers>,
  );
}

const SETTING: AiSetting = { level: 1, own: 'red', control: null, undo: true, hints: true };
function storeGame(change: Partial<AiSetting> = {}): void {
  startAi({ storage, randomId: () => 'game' }, { ...SETTING, ...change });
}
/** Stores a game in which the blue wolf is next to the red den; red is to move. */
function storeAlarmGame(change: Partial<AiSetting> = {}): void {
  let data = beginAi('game', { ...SETTING, ...change });
  const wolf = ['e7d7', 'd7d6', 'd6d5', 'd5d4', 'd4d3', 'd3d2'];
  for (const [index, move] of wolf.entries()) {
    for (const text of [index % 2 === 0 ? 'a1b1' : 'b1a1', move]) {
      const { from, to } = moveOf(text);
      data = movedAi(data, from, to, 1)!;
    }
  }
  storage.setItem(KEYS.aiGame, formatAi(data));
}
/** A rat of each side, blue to move. */
const POSITION = '7/7/3r3/7/7/7/7/3R3/7 b';

test('plays on from the position of the address, as the side to move', async () => {
  await open(`/play/ai?${new URLSearchParams({ start: POSITION })}`);
  await expect.element(page.getByText(/从分析的局面开局，.*先走/)).toBeVisible();
  await page.getByRole('button', { name: '开始对局' }).click();
  await expect.element(page.getByTestId('board')).toBeVisible();
  const { local, setting } = loadAiGame(storage)!;
  expect([startFen(local.game), setting.own]).toEqual([POSITION, 'blue']);
});

test.each(['nothing', '7/7/3r3/7/7/7/7/7/7 b'])('ignores the position %s', async (start) => {
  await open(`/play/ai?${new URLSearchParams({ start })}`);
  await expect.element(page.getByRole('radiogroup', { name: '对手' })).toBeVisible();
  expect(page.getByRole('note').elements()).toEqual([]);
});

function find(selector: string): Element {
  return document.querySelector(selector)!;
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

test('stores the chosen opponent, and starts a game with the chosen settings', async () => {
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
  expect(loadAiGame(storage)?.setting).toEqual({ level: 2, own: 'red', control, undo: false, hints: true });
  expect(page.getByRole('timer').elements()).toHaveLength(2);
});

test('begins the first game at once for a press on home that came before its script, once', async () => {
  sessionStorage.setItem('earlyPress', `computer ${Date.now()}`);
  await open('/play/ai');
  await expect.element(page.getByTestId('board')).toBeVisible();
  expect(loadAiGame(storage)?.setting).toMatchObject({ level: 1, own: 'red', control: null });
  expect(sessionStorage.getItem('earlyPress')).toBeNull();
});

test.each([
  ['an address', ''],
  ['an old press', `computer ${Date.now() - 3_600_000}`],
  ['a press on another button', `seek ${Date.now()}`],
])('begins no game by %s', async (_, press) => {
  sessionStorage.setItem('earlyPress', press);
  await open('/play/ai?now&start=&early=computer');
  await expect.element(page.getByRole('heading', { name: '今天会会谁？' })).toBeVisible();
  expect(loadAiGame(storage)).toBeNull();
});

test('shows nothing without a stored game', async () => {
  await open('/play/ai/game');
  await expect.element(page.getByRole('heading', { name: '今天会会谁？' })).toBeVisible();
});

test('the computer answers, an undo removes both moves, and a reload restores the game', async () => {
  storeGame();
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
  expect(plyCount(loadAiGame(storage)!.local.game)).toBe(2);
});

test('the board is turned for blue, and the computer moves first', async () => {
  storeGame({ own: 'blue' });
  await open('/play/ai/game');
  await expect.poll(plies).toBe(1);
  const top = (at: string) => document.querySelector(`[data-cell="${at}"]`)!.getBoundingClientRect().top;
  expect(top('0,8')).toBeLessThan(top('0,0'));
});

test('a hint shows an arrow and the move until it is closed', async () => {
  storeGame();
  await open('/play/ai/game');
  await page.getByRole('button', { name: '提示 3' }).click();
  await expect.element(page.getByText('还剩 2 次提示。')).toBeVisible();
  await expect.element(page.getByText(/^. [A-G][1-9]→[A-G][1-9]，./)).toBeVisible();
  expect(document.querySelectorAll('[data-shape]')).toHaveLength(1);
  await page.getByRole('button', { name: '收起提示' }).click();
  await expect.poll(() => document.querySelectorAll('[data-shape]').length).toBe(0);
});

/** Plays a move; returns what `read` returns at each change of the search during the computer's answer. */
async function readThinking<T>(move: string, read: (search: Element) => T): Promise<T[]> {
  const search = find('[data-search]');
  const seen: T[] = [];
  const observer = new MutationObserver(() => seen.push(read(search)));
  const before = plies();
  observer.observe(search, { subtree: true, childList: true, characterData: true });
  await clickMove(move);
  await expect.poll(plies).toBe(before + 2);
  observer.disconnect();
  // The last change is the end of the search.
  return seen.slice(0, -1);
}

test('the search replaces the remark while the computer thinks, and moves nothing', async () => {
  storeGame({ level: 5 });
  await open('/play/ai/game');
  const boxOf = (element: Element) => JSON.stringify(element.getBoundingClientRect());
  const boxes = (search: Element) => boxOf(find('[data-testid="board"]')) + boxOf(search.parentElement!);
  const before = boxes(find('[data-search]'));
  const seen = await readThinking('a1b1', (search) => ({
    text: search.querySelector('p')?.textContent,
    isVisible: search.checkVisibility({ visibilityProperty: true }),
    boxes: boxes(search),
    arrows: document.querySelectorAll('[data-shape]').length,
  }));
  const last = seen.at(-1);
  expect(last).toMatchObject({ isVisible: true, boxes: before, arrows: 0 });
  expect(last?.text).toMatch(/^在想. [A-G][1-9]→[A-G][1-9] 已看 \d+ 步、.+ 个局面$/);
  expect(find('[data-search]').checkVisibility({ visibilityProperty: true })).toBe(false);
});

describe('on a phone of 320 × 568', () => {
  beforeEach(() => page.viewport(320, 568));
  afterEach(() => page.viewport(1024, 768));

  /** Returns whether a press on the middle of an element reaches it, and the whole element is on the screen. */
  function isFree(element: Element): boolean {
    const { left, top, right, bottom } = element.getBoundingClientRect();
    const hit = document.elementFromPoint((left + right) / 2, (top + bottom) / 2);
    return bottom <= 568 && right <= 320 && element.contains(hit);
  }

  test("neither an alarm nor a hint covers the opponent's remark", async () => {
    storeAlarmGame();
    await open('/play/ai/game');
    const remark = () => find('[data-search]').previousElementSibling!;
    await expect.poll(() => isFree(remark())).toBe(true);
    expect(isFree(page.getByText('兽穴告急').element())).toBe(true);
    await page.getByRole('button', { name: '提示 3' }).click();
    await expect.element(page.getByText('还剩 2 次提示。')).toBeVisible();
    expect(isFree(page.getByText('还剩 2 次提示。').element())).toBe(true);
    expect(isFree(remark())).toBe(true);
    await page.getByRole('button', { name: '收起提示' }).click();
    await expect.element(page.getByRole('button', { name: '提示 2' })).toBeVisible();
  });

  test('the button that ends the search is not covered during an alarm', async () => {
    storeAlarmGame({ level: 5 });
    await open('/play/ai/game');
    const parts = (search: Element) => [
      search.querySelector('button')!,
      page.getByText('兽穴告急').element(),
    ];
    const seen = await readThinking('b2b3', (search) => parts(search).map(isFree));
    expect(seen.at(-1)).toEqual([true, true]);
  });
});

test('refuses hints while the user plays online', async () => {
  storeGame();
  currentRoom.setState({ roomId: '7', playing: true });
  await open('/play/ai/game');
  await page.getByRole('button', { name: '提示 3' }).click({ force: true });
  await expectToast(/联机对局正在进行/);
  expect(document.querySelectorAll('[data-shape]')).toHaveLength(0);
});

test.each(['/play/ai', '/play/ai/game'])(
  'refuses a game with the computer during a rated game: %s',
  async (path) => {
    storeGame();
    currentRoom.setState({ roomId: '7', playing: true, rated: true });
    await open(path);
    await expect.element(page.getByRole('heading', { name: '排位对局进行中' })).toBeVisible();
    expect(document.querySelector('[data-testid="board"]')).toBeNull();
    currentRoom.setState({ playing: false, rated: false });
    await expect.element(page.getByRole('heading', { name: '排位对局进行中' })).not.toBeInTheDocument();
  },
);

test('resigning ends the game, and a press starts the next one', async () => {
  storeGame();
  await open('/play/ai/game');
  await page.getByRole('button', { name: '认输' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: '认输' }).click();
  const result = page.getByRole('dialog', { name: '对局结果' });
  await expect.element(result.getByRole('heading', { name: '你输了' })).toBeVisible();
  await result.getByRole('button', { name: '再来一局' }).click();
  await expect.element(result).not.toBeInTheDocument();
  expect(loadAiGame(storage)?.setting.level).toBe(1);
});

test("a finished game counts in its level's tally, and the result links to the levels", async () => {
  storeGame();
  await open('/play/ai/game');
  await clickMove('a1b1');
  await expect.poll(plies).toBe(2);
  await page.getByRole('button', { name: '认输' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: '认输' }).click();
  const result = page.getByRole('dialog', { name: '对局结果' });
  await expect.element(result.getByText('对微小草履虫：0 胜 1 负')).toBeVisible();
  await result.getByRole('button', { name: '选对手' }).click();
  await expect.element(card(/微小草履虫.*0 胜 1 负/)).toBeVisible();
  await expect.element(card(/可爱小兔.*还没交过手/)).toBeVisible();
});

test('after a win the next level follows in place, with the same side', async () => {
  const start = parseFen('7/3L3/7/7/7/7/7/7/6e w');
  if (!start.ok) throw new Error(start.error.code);
  startAi({ storage, randomId: () => 'game' }, SETTING, start.value);
  await open('/play/ai/game');
  await clickMove('d8d9');
  const result = page.getByRole('dialog', { name: '对局结果' });
  await result.getByRole('button', { name: /^换个厉害点的 可爱小兔/ }).click();
  await expect.element(result).not.toBeInTheDocument();
  await expect.element(page.getByRole('heading', { level: 1, name: '可爱小兔' })).toBeVisible();
  expect(loadAiGame(storage)?.setting).toMatchObject({ level: 2, own: 'red' });
});

test("the review gets the user's nickname and the name of the level", async () => {
  session.login({ access_token: 'mine', user: ME });
  storeGame({ level: 3, own: 'blue' });
  await open('/play/ai/game');
  await page.getByRole('button', { name: '认输' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: '认输' }).click();
  await page.getByRole('button', { name: '复盘' }).click();
  expect(JSON.parse(page.getByRole('status').element().textContent)).toMatchObject({
    game: { own: 'blue', players: { red: { nickname: '功夫熊猫' }, blue: { nickname: ME.nickname } } },
  });
});
