import { afterEach, expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { Providers } from '../../../test/Providers.tsx';
import { answerCalls } from '../../../test/server.ts';
import RoomForm from './RoomForm.tsx';

afterEach(() => vi.restoreAllMocks());

/** The numbers of the rooms that were asked for, which grow. */
async function show(): Promise<() => unknown[]> {
  const asked = answerCalls({ 'POST /games/rooms': { roomId: 'x', spectators: [] } });
  await render(<RoomForm />, { wrapper: Providers });
  return () => asked.map(({ call, body }) => [call, body]);
}

function field() {
  return page.getByRole('textbox', { name: '房间号' });
}

test('a typed number leads into its room; Enter in the empty field makes none', async () => {
  const asked = await show();
  await field().click();
  await userEvent.keyboard('{Enter}');
  await field().fill(' ABC234 ');
  await userEvent.keyboard('{Enter}');
  await expect.poll(asked).toEqual([['POST /games/rooms', { roomId: 'ABC234' }]]);
});

test('the button makes a room while nothing is typed', async () => {
  const asked = await show();
  await page.getByRole('button', { name: '新开一间' }).click();
  await expect
    .poll(asked)
    .toEqual([['POST /games/rooms', { roomId: expect.stringMatching(/^[A-Z2-9]{6}$/) }]]);
});

test('a number that cannot be is marked, and not asked for', async () => {
  const asked = await show();
  await field().fill('房间一');
  await page.getByRole('button', { name: '进入房间' }).click();
  await expect.element(field()).toHaveAttribute('aria-invalid', 'true');
  await expect.element(field()).toHaveFocus();
  expect(asked()).toEqual([]);
});
