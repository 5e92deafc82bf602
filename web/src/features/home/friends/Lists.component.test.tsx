import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { Providers } from '../../../../test/Providers.tsx';
import { answerBy, refusal } from '../../../../test/server.ts';
import { ME } from '../../../../test/users.ts';
import { session } from '../../../client/session.ts';
import { AddFriend } from '../../../shared/people/AddFriend.tsx';
import { toastStore } from '../../../ui/toast-store.ts';
import { SentRequests } from './Lists.tsx';

const WOLF = { _id: 'b'.repeat(24), username: 'canglang', nickname: '苍狼', avatar: 'wolf.png' };

beforeEach(() => session.login({ access_token: 't', user: ME }));
afterEach(() => {
  session.logout();
  vi.restoreAllMocks();
});

/** A server that knows the sent requests; `isOld`: it answered the request meanwhile. */
function serve(sent: { to: typeof WOLF; at: number }[], isOld = false) {
  return answerBy(({ call }) => {
    if (call === 'GET /users/friend/sent') return sent;
    if (call === 'GET /users/friend/list' || call === 'GET /users/friend/requests') return [];
    if (call === 'POST /users/friend/request') {
      sent.push({ to: WOLF, at: 1 });
      return { success: true, friends: false };
    }
    if (call === `DELETE /users/friend/request/${WOLF._id}`) {
      sent.length = 0;
      return isOld ? refusal('NO_REQUEST') : { success: true };
    }
    return undefined;
  });
}

test('a request of an earlier visit is listed, and gone once it is withdrawn', async () => {
  serve([{ to: WOLF, at: 1 }]);
  await render(
    <>
      <SentRequests />
      <AddFriend user={WOLF} />
    </>,
    { wrapper: Providers },
  );
  await expect.element(page.getByRole('button', { name: '已申请' })).toBeDisabled();
  await page.getByRole('button', { name: '撤回给 苍狼 的申请' }).click();
  await expect.element(page.getByRole('button', { name: '加 苍狼 为好友' })).toBeEnabled();
  expect(toastStore.getState().current).toMatchObject({ type: 'success', text: '申请已撤回' });
  expect(page.getByRole('heading').elements()).toEqual([]);
});

test('a request that was just sent is listed', async () => {
  serve([]);
  await render(
    <>
      <SentRequests />
      <AddFriend user={WOLF} />
    </>,
    { wrapper: Providers },
  );
  await page.getByRole('button', { name: '加 苍狼 为好友' }).click();
  await expect.element(page.getByRole('heading', { name: '我发出的申请 1 人' })).toBeVisible();
  await expect.element(page.getByRole('button', { name: '已申请' })).toBeDisabled();
});

test('withdrawing a request that was answered says so and asks again', async () => {
  serve([{ to: WOLF, at: 1 }], true);
  await render(<SentRequests />, { wrapper: Providers });
  await page.getByRole('button', { name: '撤回给 苍狼 的申请' }).click();
  await expect.poll(() => toastStore.getState().current?.text).toBe('撤回申请失败：该请求已失效');
  await expect.poll(() => page.getByRole('heading').elements()).toEqual([]);
});
