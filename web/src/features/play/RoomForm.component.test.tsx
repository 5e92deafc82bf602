import { afterEach, expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { Providers } from '../../../test/Providers.tsx';
import { answerBy, answerCalls, refusal } from '../../../test/server.ts';
import { session } from '../../client/session.ts';
import { ConfirmHost } from '../../ui/ConfirmHost.tsx';
import RoomForm from './RoomForm.tsx';

afterEach(() => vi.restoreAllMocks());

/** Renders the form; returns a function that returns the requested room numbers. */
async function show(): Promise<() => unknown[]> {
  const asked = answerCalls({ 'POST /games/rooms': { roomId: 'x', spectators: [] } });
  await render(<RoomForm />, { wrapper: Providers });
  return () => asked.map(({ call, body }) => [call, body]);
}

function field() {
  return page.getByRole('textbox', { name: '房间号' });
}

test('a typed number leads to its room; Enter in the empty field creates none', async () => {
  const asked = await show();
  await field().click();
  await userEvent.keyboard('{Enter}');
  await field().fill(' ABC234 ');
  await userEvent.keyboard('{Enter}');
  await expect.poll(asked).toEqual([['POST /games/rooms', { roomId: 'ABC234', create: false }]]);
});

test('the button creates a room while the field is empty', async () => {
  const asked = await show();
  await page.getByRole('button', { name: '新开一间' }).click();
  await expect
    .poll(asked)
    .toEqual([['POST /games/rooms', { roomId: expect.stringMatching(/^[A-Z2-9]{6}$/), create: true }]]);
});

test('an invalid number shows an error and is not requested', async () => {
  const asked = await show();
  await field().fill('房间一');
  await page.getByRole('button', { name: '进入房间' }).click();
  await expect.element(field()).toHaveAttribute('aria-invalid', 'true');
  await expect.element(field()).toHaveFocus();
  expect(asked()).toEqual([]);
});

/** A server without rooms: only `create` creates one. */
async function showUnknown() {
  const asked = answerBy(({ call, body }) => {
    if (call !== 'POST /games/rooms') return undefined;
    return (body as { create: boolean }).create
      ? { roomId: 'ABC234', spectators: [] }
      : refusal('ROOM_NOT_FOUND');
  });
  await render(
    <>
      <RoomForm />
      <ConfirmHost />
    </>,
    { wrapper: Providers },
  );
  await field().fill('ABC234');
  await page.getByRole('button', { name: '进入房间' }).click();
  return () => asked.map(({ body }) => body);
}

test('an unknown number creates a room only after a confirmation', async () => {
  const asked = await showUnknown();
  const question = page.getByRole('alertdialog', { name: '没有房间 ABC234' });
  await question.getByRole('button', { name: '重新输入' }).click();
  await expect.element(question).not.toBeInTheDocument();
  expect(asked()).toEqual([{ roomId: 'ABC234', create: false }]);
});

test('an unknown number creates a room when the user agrees', async () => {
  const asked = await showUnknown();
  await page.getByRole('alertdialog').getByRole('button', { name: '新开一间' }).click();
  await expect.poll(asked).toEqual([
    { roomId: 'ABC234', create: false },
    { roomId: 'ABC234', create: true },
  ]);
});

test('the request to create a room, or to enter one, survives the login', async () => {
  answerBy(() => refusal('UNAUTHORIZED'));
  await render(<RoomForm />, { wrapper: Providers });
  await page.getByRole('button', { name: '新开一间' }).click();
  await expect.poll(() => session.store.getState().loginModalVisible).toBe(true);
  const [path, { state }] = session.takeRedirect();
  const of = path.replace('/play/room/', '');
  expect(state).toEqual({ intention: { action: 'create', of, wish: {} } });
  session.closeLogin();
  await field().fill('ABC234');
  await page.getByRole('button', { name: '进入房间' }).click();
  await expect.poll(() => session.store.getState().loginModalVisible).toBe(true);
  const entered = { intention: { action: 'enter', of: 'ABC234', wish: {} } };
  expect(session.takeRedirect()).toEqual(['/play/room/ABC234', { state: entered }]);
  session.closeLogin();
});
