import { BLUE, RED } from '@doushouqi/room-client/testing';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { cdp, page } from 'vitest/browser';
import { board, boxOf, isInside, overlap, visible } from '../../../test/layout.ts';
import { LONG, showRoom } from '../../../test/RoomOnScreen.tsx';
import { ME } from '../../../test/users.ts';
import { session } from '../../client/session.ts';
import { guardComposition } from '../../ui/composing.ts';

/** Px. Every layout of a table, and its smallest screens. */
const SIZES = [
  [320, 568],
  [360, 640],
  [390, 664],
  [390, 844],
  [844, 390],
  [667, 375],
  [768, 1024],
  [1024, 768],
  [1440, 900],
  [1920, 1080],
] as const;

beforeEach(async () => {
  await page.viewport(1440, 900);
});

describe.each(SIZES)('a running game on %i × %i', (width, height) => {
  beforeEach(() => page.viewport(width, height));

  test('shows board, both clocks and actions without scrolling the page', async () => {
    await showRoom();
    await expect.element(page.getByTestId('board')).toBeVisible();
    const page_ = document.documentElement;
    expect([page_.scrollWidth - innerWidth, page_.scrollHeight - innerHeight]).toEqual([0, 0]);
    expect(isInside(board())).toBe(true);
    const clocks = page.getByRole('timer').elements();
    expect(clocks.map((clock) => isInside(boxOf(clock)))).toEqual([true, true]);
    for (const name of ['求和', '认输', '翻转']) {
      const act = boxOf(page.getByRole('button', { name }).element());
      expect(isInside(act)).toBe(true);
      expect(Math.min(act.width, act.height)).toBeGreaterThanOrEqual(44);
    }
  });

  test('does not move the board when an offer or a note appears beside it', async () => {
    const { set, details } = await showRoom();
    await expect.element(page.getByTestId('board')).toBeVisible();
    const before = board();
    set({ drawRequester: BLUE });
    await expect.element(page.getByRole('alertdialog')).toBeVisible();
    expect(board()).toEqual(before);
    set({ undoRequester: RED, drawRequester: BLUE, offlineSince: { red: null, blue: -20_000 } });
    await expect.element(page.getByText(/对方已离线/)).toBeInTheDocument();
    expect(board()).toEqual(before);
    details.set({ connection: 'down' });
    await expect.element(page.getByText('连接中断，正在重连…')).toBeInTheDocument();
    expect(board()).toEqual(before);
    set({});
    await expect.element(page.getByRole('alertdialog')).not.toBeInTheDocument();
    expect(board()).toEqual(before);
  });

  test('shows the offer in full and off the board', async () => {
    const { set } = await showRoom();
    set({ drawRequester: BLUE });
    const card = page.getByRole('alertdialog');
    await expect.element(card).toBeVisible();
    await expect.element(card).toHaveAttribute('data-ready', 'true');
    await expect.poll(() => card.element().getAnimations().length).toBe(0);
    const rect = card.element().getBoundingClientRect();
    expect(isInside(boxOf(card.element()))).toBe(true);
    expect(overlap(rect, page.getByTestId('board').element().getBoundingClientRect())).toBe(false);
    for (const clock of page.getByRole('timer').elements())
      expect(overlap(rect, clock.getBoundingClientRect())).toBe(false);
  });

  test('shows the eight places of both trays and the longest names in full', async () => {
    await showRoom();
    await expect.element(page.getByText(LONG[RED]!)).toBeVisible();
    const trays = visible('[role="img"][aria-label="还没有吃子"]');
    expect(trays.map(({ children }) => children.length)).toEqual([8, 8]);
    for (const tray of trays) {
      const bar = tray.closest('section')!;
      const clock = bar.querySelector('[role="timer"]')!;
      const places = [...tray.children].map((place) => place.getBoundingClientRect());
      expect(places.every((place) => place.width >= 12)).toBe(true);
      expect(places.slice(1).every((place, index) => place.left >= places[index]!.right)).toBe(true);
      expect(overlap(tray.getBoundingClientRect(), clock.getBoundingClientRect())).toBe(false);
      const name = bar.querySelector<HTMLElement>('[data-size]')!;
      if (width > 667 || width < height) expect(name.scrollWidth).toBeLessThanOrEqual(name.clientWidth + 1);
      for (const button of bar.querySelectorAll('button')) {
        if (button.contains(name)) continue;
        expect(overlap(button.getBoundingClientRect(), name.getBoundingClientRect())).toBe(false);
      }
    }
  });
});

test('the review gets both nicknames and the own side', async () => {
  const { router } = await showRoom({
    userId: BLUE,
    header: { status: 'over', winner: 'red', endReason: 'SURRENDER' },
  });
  await page.getByRole('button', { name: '复盘' }).click();
  await expect
    .poll(() => router.state.location.state)
    .toMatchObject({
      game: { own: 'blue', players: { red: { nickname: LONG[RED] }, blue: { nickname: LONG[BLUE] } } },
      review: true,
    });
});

describe('the offline note', () => {
  test('never shows 0 seconds at first', async () => {
    const { set } = await showRoom();
    const said: string[] = [];
    const watch = new MutationObserver(() => {
      const note = [...document.querySelectorAll('p')].find((text) => text.textContent.includes('已离线'));
      if (note) said.push(note.textContent);
    });
    watch.observe(document.body, { subtree: true, childList: true, characterData: true });
    set({ offlineSince: { red: null, blue: -20_000 } });
    await expect.element(page.getByText(/对方已离线/)).toBeVisible();
    watch.disconnect();
    expect(said.filter((text) => text.includes(' 0 秒'))).toEqual([]);
  });
});

test('the board of a tablet in portrait is 640 px wide', async () => {
  await page.viewport(768, 1024);
  await showRoom();
  await expect.element(page.getByTestId('board')).toBeVisible();
  expect(board().width).toBeCloseTo(640, 0);
  const act = page.getByRole('button', { name: '认输' }).element();
  const [own] = visible('section[data-side]').slice(-1);
  expect([isInside(boxOf(act)), isInside(boxOf(own!))]).toEqual([true, true]);
});

describe('spectators', () => {
  test('see the last move beside the den alarm on a phone of 320 × 568', async () => {
    await page.viewport(320, 568);
    const wolf = ['e7d7', 'd7d6', 'd6d5', 'd5d4', 'd4d3', 'd3d2'];
    await showRoom({
      userId: 'c'.repeat(24),
      header: { spectators: ['c'.repeat(24)] },
      moves: wolf.flatMap((move, index) => [index % 2 === 0 ? 'a1b1' : 'b1a1', move]),
    });
    await expect.element(page.getByText('红方兽穴告急')).toBeVisible();
    const last = page.getByText('D3→D2').element();
    await expect.poll(() => isInside(boxOf(last))).toBe(true);
    const { x, y, width, height } = boxOf(last);
    expect(document.elementFromPoint(x + width / 2, y + height / 2)?.contains(last)).toBe(true);
  });

  test.each(SIZES)('have no row of actions, and can still turn the board: %i × %i', async (width, height) => {
    await page.viewport(width, height);
    await showRoom({ userId: 'c'.repeat(24), header: { spectators: ['c'.repeat(24)] } });
    await expect.element(page.getByTestId('board')).toBeVisible();
    expect(page.getByRole('button', { name: '求和' }).elements()).toEqual([]);
    const flip = page.getByRole('button', { name: '翻转' });
    expect(flip.elements()).toHaveLength(1);
    expect(isInside(boxOf(flip.element()))).toBe(true);
    const top = () => document.querySelector('section[data-side]')?.getAttribute('data-side');
    expect(top()).toBe('blue');
    await flip.click();
    await expect.poll(top).toBe('red');
  });

  test('have neither 结果 nor 离开 after the end', async () => {
    await showRoom({
      userId: 'c'.repeat(24),
      header: { spectators: ['c'.repeat(24)], status: 'over', winner: 'red', endReason: 'SURRENDER' },
    });
    await page.getByRole('button', { name: '查看棋盘' }).click();
    expect(page.getByRole('button', { name: '结果' }).elements()).toEqual([]);
    expect(page.getByRole('button', { name: '离开', exact: true }).elements()).toEqual([]);
  });
});

test('the header links to the home page', async () => {
  const { router } = await showRoom({ header: { status: 'over', winner: 'red', endReason: 'SURRENDER' } });
  await page.getByRole('link', { name: '首页' }).click();
  await expect.poll(() => router.state.location.pathname).toBe('/');
});

describe('a private chat', () => {
  const about = async (own: { isGuest?: true } | null, theirs: { isGuest?: true }) => {
    if (own) session.login({ access_token: 't', user: { ...ME, ...own } });
    const { queries } = await showRoom();
    const opponent = { _id: BLUE, nickname: '小豹 2718', avatar: '', isOnline: true, friends: [], ...theirs };
    queries.setQueryData(['user', BLUE], opponent);
    await expect.element(page.getByText('小豹 2718').first()).toBeVisible();
    return page.getByRole('button', { name: '私聊 小豹 2718' }).elements().length;
  };
  afterEach(() => session.logout());

  test('is offered between members', async () => {
    expect(await about({}, {})).toBe(1);
    expect(page.getByText('游客', { exact: true }).elements()).toEqual([]);
  });

  test('is not offered to a guest', async () => {
    expect(await about({ isGuest: true }, {})).toBe(0);
  });

  test.each(SIZES)(
    'is not offered with a guest, and a chip marks the guest: %i × %i',
    async (width, height) => {
      await page.viewport(width, height);
      expect(await about({}, { isGuest: true })).toBe(0);
      const chip = page.getByText('游客', { exact: true });
      await expect.element(chip).toBeVisible();
      expect(isInside(boxOf(chip.element()))).toBe(true);
      const mine = page.getByText('我', { exact: true });
      expect(mine.elements()).toHaveLength(1);
      expect(isInside(boxOf(mine.element()))).toBe(true);
    },
  );
});

test('an opponent who has not come yet is not offline', async () => {
  const header = { kind: 'paired', lastMoveTime: 1e9, awaited: ['red'] } as const;
  const offlineSince = { red: -20_000, blue: null };
  const { set } = await showRoom({ userId: BLUE, header: { ...header, offlineSince } });
  await expect.element(page.getByText(/^等对方入座/)).toBeVisible();
  expect(page.getByText(/对方已离线/).elements()).toEqual([]);
  set({ awaited: [] });
  await expect.element(page.getByText(/对方已离线/)).toBeVisible();
});

test('a game that ended without a move lists none', async () => {
  await showRoom({ header: { status: 'over', winner: 'red', endReason: 'SURRENDER' } });
  await expect.element(page.getByText('没有落子。')).toBeVisible();
});

test('keys of an input method that composes a word close nothing', async () => {
  await page.viewport(390, 844);
  const stop = guardComposition();
  await showRoom();
  await page.getByRole('button', { name: '展开聊天' }).click();
  const input = page.getByPlaceholder('说点什么…');
  await input.click();
  await cdp().send('Input.imeSetComposition', { text: 'ni', selectionStart: 2, selectionEnd: 2 });
  const key = { key: 'Escape', code: 'Escape', windowsVirtualKeyCode: 27 };
  await cdp().send('Input.dispatchKeyEvent', { type: 'rawKeyDown', ...key });
  await expect.element(input).toBeVisible();
  expect(page.getByRole('button', { name: '收起聊天' }).elements().length).toBeGreaterThan(0);
  await cdp().send('Input.insertText', { text: '你' });
  await cdp().send('Input.dispatchKeyEvent', { type: 'rawKeyDown', ...key });
  await expect.element(page.getByRole('button', { name: '展开聊天' })).toBeVisible();
  stop();
});

describe('the chat of a phone', () => {
  beforeEach(() => page.viewport(390, 844));

  test('covers no offer, and closes for the result', async () => {
    const { set } = await showRoom();
    await page.getByRole('button', { name: '展开聊天' }).click();
    const sheet = page.getByRole('region', { name: '对局聊天' });
    await expect.poll(() => boxOf(sheet.element()).height).toBeGreaterThan(400);
    set({ drawRequester: BLUE });
    const accept = page.getByRole('button', { name: '同意和棋' });
    await expect.element(accept).toBeVisible();
    const { x, y, width, height } = boxOf(accept.element());
    expect(accept.element().contains(document.elementFromPoint(x + width / 2, y + height / 2))).toBe(true);
    set({ status: 'over', winner: 'red', endReason: 'SURRENDER' });
    await expect.poll(() => boxOf(sheet.element()).height).toBeLessThan(200);
  });

  test('has a touch handle that opens and closes it', async () => {
    await showRoom();
    const handle = page.getByRole('button', { name: '展开聊天' });
    expect(boxOf(handle.element()).height).toBeGreaterThanOrEqual(44);
    await handle.click();
    const close = page.getByRole('button', { name: '收起聊天' }).first();
    const preset = page.getByRole('button', { name: '请多指教' });
    // Exact once the animation of the sheet has ended.
    for (const button of [close, preset])
      await expect.poll(() => boxOf(button.element()).height).toBeGreaterThanOrEqual(44);
    await close.click();
    await expect.element(handle).toBeVisible();
  });
});

test('a keyboard in landscape leaves the board as it is and covers only the lower bar', async () => {
  await page.viewport(844, 390);
  await showRoom();
  await page.getByRole('button', { name: '聊天', exact: true }).click();
  const before = board();
  const view = window.visualViewport!;
  Object.defineProperty(view, 'height', { value: 190, configurable: true });
  view.dispatchEvent(new Event('resize'));
  await expect.poll(() => page.getByRole('timer').elements().length).toBe(1);
  expect(board()).toEqual(before);
  const input = boxOf(page.getByPlaceholder('说点什么…').element());
  expect(input.y + input.height).toBeLessThanOrEqual(190);
  Reflect.deleteProperty(view, 'height');
  view.dispatchEvent(new Event('resize'));
  await expect.poll(() => page.getByRole('timer').elements().length).toBe(2);
});

test('a waiting room has its record, too', async () => {
  await showRoom({ header: { status: 'waiting', players: [RED], gameId: null } });
  await page.getByRole('button', { name: '棋谱' }).first().click();
  await expect.element(page.getByRole('dialog', { name: '棋谱' })).toBeVisible();
});

test('all spectators are in the list, which scrolls', async () => {
  const spectators = Array.from({ length: 60 }, (_, index) => index.toString(16).padStart(24, '0'));
  await showRoom({ header: { spectators } });
  const list = page.getByRole('list').filter({ hasText: '路人' });
  await expect
    .poll(
      () => {
        const element = list.element();
        element.scrollTop = element.scrollHeight;
        return element.querySelectorAll('[data-known]').length;
      },
      { timeout: 10_000 },
    )
    .toBe(60);
});
