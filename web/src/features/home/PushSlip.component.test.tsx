import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { Providers } from '../../../test/Providers.tsx';
import { fakePush } from '../../../test/push.ts';
import { answerBy, answerCalls, refusal, type SentCall } from '../../../test/server.ts';
import { ME } from '../../../test/users.ts';
import { askForPush, isPushDue } from '../../client/push-due.ts';
import { session } from '../../client/session.ts';
import { KEYS, storage } from '../../client/storage.ts';
import { ToastHost } from '../../ui/ToastHost.tsx';
import PushSlip from './PushSlip.tsx';

let sent: SentCall[];
beforeEach(() => {
  askForPush(Date.now());
  session.login({ access_token: 'mine', user: ME });
  sent = answerCalls({
    'GET /users/push': { publicKey: 'BA', kinds: null },
    'POST /users/push': { success: true },
  });
});
afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
  for (const key of [KEYS.push, KEYS.pushSlip]) storage.removeItem(key);
  session.logout();
});

const question = page.getByText('轮到你时，发通知叫你？');
function show() {
  return render(
    <>
      <PushSlip userId={ME._id} />
      <ToastHost />
    </>,
    { wrapper: Providers },
  );
}

test('a yes asks the browser, subscribes, and is not asked again', async () => {
  fakePush('default', { answer: 'granted' });
  await show();
  await page.getByRole('button', { name: '开启' }).click();
  await expect.element(page.getByText('好，轮到你时会叫你；设置里随时能改')).toBeVisible();
  await expect.element(question).not.toBeInTheDocument();
  expect(sent.at(-1)?.call).toBe('POST /users/push');
  expect(isPushDue()).toBe(false);
});

test('goes on asking after a failure of the server', async () => {
  fakePush('default', { answer: 'granted' });
  answerBy(() => refusal('UNAVAILABLE'));
  await show();
  await page.getByRole('button', { name: '开启' }).click();
  await expect.element(page.getByText('没有成功，请稍后再试')).toBeVisible();
  await expect.element(question).toBeVisible();
  expect(isPushDue()).toBe(true);
});

test('a no asks nothing of the browser, and counts for 30 days', async () => {
  fakePush('default');
  await show();
  await page.getByRole('button', { name: '30 天内不再问' }).click();
  await expect.element(question).not.toBeInTheDocument();
  expect([sent, isPushDue()]).toEqual([[], false]);
  const DAY = 86_400_000;
  askForPush(Date.now() + 29 * DAY);
  expect(isPushDue()).toBe(false);
  askForPush(Date.now() + 31 * DAY);
  expect(isPushDue()).toBe(true);
});

test.each(['granted', 'denied'] as const)('does not ask where the browser says %s', async (permission) => {
  fakePush(permission);
  await show();
  await expect.element(question).not.toBeInTheDocument();
});
