import { afterEach, expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { answerCalls } from '../../test/server.ts';
import { ME } from '../../test/users.ts';
import { ConfirmHost } from '../ui/ConfirmHost.tsx';
import { logOut } from './log-out.ts';
import { forgetRoom, rememberRoom } from './own-room.ts';
import { session } from './session.ts';

afterEach(() => {
  vi.restoreAllMocks();
  forgetRoom('8K2F7Q');
  session.logout();
});

async function playElsewhere(): Promise<void> {
  answerCalls({ 'POST /auth/logout': { success: true } });
  session.login({ access_token: 'mine', user: ME });
  rememberRoom(ME._id, '8K2F7Q');
  await render(<ConfirmHost />);
}

test.each([
  ['继续下', false],
  ['退出登录', true],
] as const)('asks once during a game in any window: %s', async (answer, isOut) => {
  await playElsewhere();
  const out = logOut();
  await page.getByRole('alertdialog', { name: '对局还没下完' }).getByRole('button', { name: answer }).click();
  expect(await out).toBe(isOut);
  expect(session.store.getState().user === null).toBe(isOut);
});

test('asks nothing without a game', async () => {
  await playElsewhere();
  forgetRoom('8K2F7Q');
  expect(await logOut()).toBe(true);
});
