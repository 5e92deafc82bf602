import { parseFen } from '@doushouqi/rules';
import { afterEach, expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { Providers } from '../../../test/Providers.tsx';
import { answerCalls } from '../../../test/server.ts';
import { PlayOn } from './PlayOn.tsx';

afterEach(() => vi.restoreAllMocks());

/** A rat of each side, blue to move. */
const POSITION = '7/7/3r3/7/7/7/7/3R3/7 b';

async function show(fen: string): Promise<void> {
  const parsed = parseFen(fen);
  if (!parsed.ok) throw new Error('unreadable');
  await render(<PlayOn position={parsed.value} />, { wrapper: Providers });
}

test('links to the computer with the position', async () => {
  await show(POSITION);
  const { search } = new URL(
    (page.getByRole('link', { name: '和电脑下' }).element() as HTMLAnchorElement).href,
  );
  expect(new URLSearchParams(search).get('start')).toBe(POSITION);
});

test('opens a room with the position', async () => {
  const asked = answerCalls({ 'POST /games/rooms': { roomId: 'x', spectators: [] } });
  await show(POSITION);
  await page.getByRole('button', { name: '和朋友下' }).click();
  const dialog = page.getByRole('dialog', { name: '建个房间' });
  await expect.element(dialog.getByText(/蓝方先走/)).toBeVisible();
  await dialog.getByRole('button', { name: '建房间' }).click();
  await expect.poll(() => asked.map(({ body }) => body)).toMatchObject([{ create: true, start: POSITION }]);
});

test('offers nothing for a decided position', async () => {
  await show('3R3/7/3r3/7/7/7/7/7/7 b');
  expect(page.getByRole('region').elements()).toEqual([]);
});
