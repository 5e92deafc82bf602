import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { Providers } from '../../../test/Providers.tsx';
import { fakePush } from '../../../test/push.ts';
import { answerCalls, type SentCall } from '../../../test/server.ts';
import { ME } from '../../../test/users.ts';
import { session } from '../../client/session.ts';
import { KEYS, storage } from '../../client/storage.ts';
import { ToastHost } from '../../ui/ToastHost.tsx';
import PushSlip from './PushSlip.tsx';

let sent: SentCall[];
beforeEach(() => {
  storage.setItem(KEYS.pushSlip, 'due');
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

const question = page.getByText('走开时用通知叫你？');
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
  await page.getByRole('button', { name: '好', exact: true }).click();
  await expect.element(page.getByText('好，走开时会叫你；设置里随时能改')).toBeVisible();
  await expect.element(question).not.toBeInTheDocument();
  expect(sent.at(-1)?.call).toBe('POST /users/push');
  expect(storage.getItem(KEYS.pushSlip)).toBe('answered');
});

test('a no asks nothing of the browser, and is remembered', async () => {
  fakePush('default');
  await show();
  await page.getByRole('button', { name: '不用，不再问' }).click();
  await expect.element(question).not.toBeInTheDocument();
  expect([sent, storage.getItem(KEYS.pushSlip)]).toEqual([[], 'answered']);
});

test.each(['granted', 'denied'] as const)('does not ask where the browser says %s', async (permission) => {
  fakePush(permission);
  await show();
  await expect.element(question).not.toBeInTheDocument();
});
