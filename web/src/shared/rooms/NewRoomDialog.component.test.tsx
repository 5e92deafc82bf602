import type { RoomWish } from '@doushouqi/protocol';
import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { Providers } from '../../../test/Providers.tsx';
import NewRoomDialog from './NewRoomDialog.tsx';

async function open(from?: { fen: string; turn: 'red' | 'blue' }): Promise<RoomWish[]> {
  const wishes: RoomWish[] = [];
  await render(<NewRoomDialog onClose={() => {}} onCreate={(wish) => wishes.push(wish)} from={from} />, {
    wrapper: Providers,
  });
  return wishes;
}

function choose(name: string) {
  return page.getByRole('radio', { name, exact: true });
}
function submit() {
  return page.getByRole('button', { name: '建房' }).click();
}

test('one press opens a room with the usual choices', async () => {
  const wishes = await open();
  await submit();
  const timeControl = { initial: 5, increment: 3 };
  expect(wishes).toEqual([{ timeControl, color: 'red', undo: true, spectators: true }]);
});

test('sends color, clock, undo and spectators', async () => {
  const wishes = await open();
  await choose('蓝方').click();
  await choose('不限时').click();
  await page.getByRole('switch', { name: '可以悔棋' }).click();
  await page.getByRole('switch', { name: '允许观战' }).click();
  await submit();
  expect(wishes).toEqual([{ timeControl: null, color: 'blue', undo: false, spectators: false }]);
});

test('an own clock has from 1 to 60 minutes and from 0 to 60 seconds', async () => {
  const wishes = await open();
  await choose('自定').click();
  const minutes = page.getByRole('slider', { name: '每方分钟' });
  const seconds = page.getByRole('slider', { name: '每步加秒' });
  (minutes.element() as HTMLElement).focus();
  await userEvent.keyboard('{Home}');
  (seconds.element() as HTMLElement).focus();
  await userEvent.keyboard('{Home}');
  await submit();
  (minutes.element() as HTMLElement).focus();
  await userEvent.keyboard('{End}');
  (seconds.element() as HTMLElement).focus();
  await userEvent.keyboard('{End}');
  await expect.element(page.getByText('每方 60 分钟')).toBeVisible();
  await submit();
  expect(wishes.map(({ timeControl }) => timeControl)).toEqual([
    { initial: 1, increment: 0 },
    { initial: 60, increment: 60 },
  ]);
});

test('states the position that the game starts from, and sends it', async () => {
  const fen = '7/7/3r3/7/7/7/7/3R3/7 b';
  const wishes = await open({ fen, turn: 'blue' });
  await expect.element(page.getByText(/从当前局面开局，蓝方先走/)).toBeVisible();
  await submit();
  expect(wishes).toMatchObject([{ start: fen }]);
});
