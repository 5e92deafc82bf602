import { POLICIES, type RoomHeader, type TimeControl } from '@doushouqi/protocol';
import { RED } from '@doushouqi/room-client/testing';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { LONG, showRoom } from '../../../test/RoomOnScreen.tsx';
import { TimePicker } from './WaitingCard.tsx';

const { timeControl, timeControls } = POLICIES.casual;

/** Renders the choice with the room's own time control; the test answers in place of the server. */
async function show() {
  const asked: { control: TimeControl; answer: PromiseWithResolvers<void> }[] = [];
  const onChoose = (control: TimeControl): Promise<void> => {
    const answer = Promise.withResolvers<void>();
    asked.push({ control, answer });
    return answer.promise;
  };
  const { rerender } = await render(
    <TimePicker current={timeControl} options={timeControls} onChoose={onChoose} />,
  );
  const changeTo = (current: TimeControl) =>
    rerender(<TimePicker current={current} options={timeControls} onChoose={onChoose} />);
  return { asked, changeTo };
}

function roomAddress(): string {
  return window.location.origin + window.location.pathname;
}

function choice(name: string) {
  return page.getByRole('radio', { name });
}

test('offers the time controls of a casual room, and shows the choice at once', async () => {
  const { asked, changeTo } = await show();
  expect(page.getByRole('radio').elements()).toHaveLength(timeControls.length);
  await expect.element(choice('5 + 3')).toBeChecked();
  await choice('10 + 5').click();
  await expect.element(choice('10 + 5')).toBeChecked();
  expect(asked.map(({ control }) => control)).toEqual([{ initial: 10, increment: 5 }]);
  await changeTo({ initial: 10, increment: 5 });
  asked[0]?.answer.resolve();
  await expect.element(page.getByRole('group')).toHaveAttribute('aria-busy', 'false');
  await expect.element(choice('10 + 5')).toBeChecked();
});

test('restores the choice when the server refuses', async () => {
  const { asked } = await show();
  await choice('2 + 1').click();
  await expect.element(choice('2 + 1')).toBeChecked();
  asked[0]?.answer.reject(new Error('refused'));
  await expect.element(choice('5 + 3')).toBeChecked();
});

const WAITING: Partial<RoomHeader> = {
  gameId: null,
  players: [RED],
  createdBy: RED,
  status: 'waiting',
  lastMoveTime: null,
};
const TABLE = { color: 'blue', undo: false, spectators: false, start: null } as const;

test.each<[string, Partial<RoomHeader>, string[]]>([
  ['an own clock', { timeControl: { initial: 30, increment: 20 }, table: TABLE }, ['30+20']],
  ['days for each move', { timeControl: null, daysPerMove: 7 }, ['7 天一步', '不用守着，对方坐下就叫你。']],
  ['undo and spectators', { table: TABLE }, ['不能悔棋', '不开放观战']],
  ['a random color', { table: { ...TABLE, color: 'random' } }, ['开局时抽签']],
  [
    'a position with blue to move',
    { table: { ...TABLE, start: '7/7/3r3/7/7/7/7/3R3/7 b' } },
    ['蓝方 · 先行', '从指定局面开局'],
  ],
])('shows %s', async (_, header, texts) => {
  await showRoom({ header: { ...WAITING, ...header } });
  for (const text of texts) await expect.element(page.getByText(text, { exact: true }).first()).toBeVisible();
});

test('shows the creator on the chosen side', async () => {
  await showRoom({ header: { ...WAITING, table: TABLE } });
  const creator = page.getByText(LONG[RED]!, { exact: true }).element();
  expect(creator.closest('[data-side]')).toHaveAttribute('data-side', 'blue');
});

describe('the link', () => {
  afterEach(() => {
    vi.restoreAllMocks();
    Reflect.deleteProperty(navigator, 'share');
  });

  test('is copied, and the button confirms it', async () => {
    const write = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue();
    await showRoom({ header: WAITING });
    await page.getByRole('button', { name: '复制链接' }).click();
    await expect.element(page.getByRole('button', { name: '已复制' })).toBeVisible();
    expect(write).toHaveBeenCalledWith(window.location.origin + window.location.pathname);
    await expect.element(page.getByRole('button', { name: '复制链接' })).toBeVisible();
  });

  test('goes to the share sheet of the system where there is one', async () => {
    const share = vi.fn().mockResolvedValue(undefined);
    Object.defineProperty(navigator, 'share', { value: share, configurable: true });
    await showRoom({ header: WAITING });
    await page.getByRole('button', { name: '分享' }).click();
    expect(share).toHaveBeenCalledWith(expect.objectContaining({ url: roomAddress() }));
  });

  test('is shown with its code where there is no share sheet', async () => {
    await showRoom({ header: WAITING });
    await page.getByRole('button', { name: '分享' }).click();
    const dialog = page.getByRole('dialog', { name: '把链接发给朋友' });
    await expect.element(dialog.getByRole('img', { name: '房间链接的二维码' })).toBeVisible();
    await expect.element(dialog.getByText(roomAddress(), { exact: true })).toBeVisible();
  });
});

test.each([
  [320, 568],
  [390, 844],
])('the waiting card is no higher than the board on %i × %i', async (width, height) => {
  await page.viewport(width, height);
  await showRoom({ header: { ...WAITING, table: TABLE, timeControl: null, daysPerMove: 3 } });
  await expect.element(page.getByRole('button', { name: '邀请好友' })).toBeVisible();
  const card = page
    .getByRole('button', { name: '邀请好友' })
    .element()
    .parentElement!.getBoundingClientRect();
  const board = page.getByTestId('board').element().getBoundingClientRect();
  expect(card.height).toBeLessThanOrEqual(board.height);
  expect(document.documentElement.scrollWidth).toBe(width);
});
