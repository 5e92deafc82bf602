import type { PushKinds, User } from '@doushouqi/protocol';
import { onlineManager } from '@tanstack/react-query';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { Providers } from '../../../../test/Providers.tsx';
import { fakePush } from '../../../../test/push.ts';
import { answerBy, refusal, type SentCall } from '../../../../test/server.ts';
import { ME } from '../../../../test/users.ts';
import { createCallsResumer } from '../../../app/resume-calls.ts';
import { EVERY_KIND, forgetPush, resumePush, switchPushOn } from '../../../client/push-device.ts';
import { session } from '../../../client/session.ts';
import { KEYS, storage } from '../../../client/storage.ts';
import { ToastHost } from '../../../ui/ToastHost.tsx';
import Calls from './Calls.tsx';

/** The server’s subscription of this device. */
let stored: PushKinds | null;
let refused: boolean;
let sent: SentCall[];

beforeEach(() => {
  [stored, refused] = [null, false];
  session.login({ access_token: 'mine', user: ME });
  sent = answerBy(({ call, body }) => {
    if (refused) return refusal('UNAVAILABLE');
    if (call === 'POST /users/push') stored = (body as { kinds: PushKinds }).kinds;
    if (call === 'DELETE /users/push') stored = null;
    return call === 'GET /users/push' ? { publicKey: 'BA', kinds: stored } : { success: true };
  });
});
afterEach(() => {
  vi.useRealTimers();
  onlineManager.setOnline(true);
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
  storage.removeItem(KEYS.push);
  session.logout();
});

function show(user: User = ME) {
  return render(
    <>
      <Calls user={user} />
      <ToastHost />
    </>,
    { wrapper: Providers },
  );
}
function toggle(name: string) {
  return page.getByRole('switch', { name, exact: true });
}

test('is off at first; one press asks the browser and switches every kind on, each can be switched off', async () => {
  const push = fakePush('default', { answer: 'granted' });
  await show();
  await expect.element(toggle('用通知叫我')).not.toBeChecked();
  expect(page.getByRole('switch').elements()).toHaveLength(1);
  await toggle('用通知叫我').click();
  await expect.element(toggle('私信')).toBeChecked();
  await vi.waitFor(() => expect(stored).toEqual(EVERY_KIND));
  await toggle('私信').click();
  await vi.waitFor(() => expect(stored).toEqual({ ...EVERY_KIND, message: false }));
  await expect.element(toggle('私信')).not.toBeChecked();
  await expect.element(toggle('私信')).toHaveFocus();
  await toggle('用通知叫我').click();
  await vi.waitFor(() => expect([stored, push.endpoint]).toEqual([null, null]));
  await expect.element(toggle('私信')).not.toBeInTheDocument();
});

test('stays off while the browser’s question is open, and the next press asks again', async () => {
  const push = fakePush('default', { answer: 'never' });
  await show();
  for (const times of [1, 2]) {
    await toggle('用通知叫我').click();
    await expect.poll(() => push.asked).toBe(times);
    await expect.element(toggle('用通知叫我')).not.toBeChecked();
  }
});

test('stays off when the user closes the question, and says how to allow it after a refusal', async () => {
  fakePush('default');
  await show();
  await toggle('用通知叫我').click();
  await expect.element(toggle('用通知叫我')).not.toBeChecked();
  fakePush('default', { answer: 'denied' });
  await toggle('用通知叫我').click();
  await expect.element(page.getByText(/^浏览器禁止了本站的通知/)).toBeVisible();
  expect(sent.some(({ call }) => call === 'POST /users/push')).toBe(false);
});

test('says that the push service is away', async () => {
  fakePush('granted', { reachable: false });
  await show();
  await toggle('用通知叫我').click();
  await expect.element(page.getByText('浏览器连不上推送服务，稍后再试')).toBeVisible();
  await expect.element(toggle('用通知叫我')).not.toBeChecked();
});

test('gives up when the push service does not answer', async () => {
  fakePush('granted', { reachable: 'never' });
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const outcome = vi.fn();
  void switchPushOn(ME._id, EVERY_KIND).then(outcome);
  await vi.waitFor(async () => {
    await vi.advanceTimersByTimeAsync(15_000);
    expect(outcome).toHaveBeenCalledExactlyOnceWith('unreachable');
  });
});

test('offers to load again without a network', async () => {
  fakePush('granted');
  onlineManager.setOnline(false);
  await show();
  await expect.element(page.getByText(/^现在的设置加载不出来/)).toBeVisible();
  onlineManager.setOnline(true);
  await expect.element(toggle('用通知叫我')).not.toBeChecked();
});

test('reports a failure and loads again', async () => {
  fakePush('granted');
  refused = true;
  await show();
  await expect.element(page.getByText(/^现在的设置加载不出来/)).toBeVisible();
  refused = false;
  await page.getByRole('button', { name: '重试' }).click();
  await expect.element(toggle('用通知叫我')).not.toBeChecked();
});

test('a guest sees one switch, since only turns call a guest', async () => {
  fakePush('granted');
  await show({ ...ME, isGuest: true });
  await toggle('用通知叫我').click();
  await vi.waitFor(() => expect(stored).not.toBeNull());
  await expect.element(toggle('用通知叫我')).toBeChecked();
  expect(page.getByRole('switch').elements()).toHaveLength(1);
});

test('says what a browser without push can do', async () => {
  vi.stubGlobal('Notification', undefined);
  Reflect.deleteProperty(window, 'Notification');
  await show();
  await expect.element(page.getByText('这个浏览器不支持通知，换一个试试。')).toBeVisible();
});

test('after a load, the calls of the same user go on with a replaced endpoint; those of another user end', async () => {
  const push = fakePush('granted');
  await show();
  await toggle('用通知叫我').click();
  await vi.waitFor(() => expect(storage.getItem(KEYS.push)).not.toBeNull());
  stored = null;
  push.endpoint = 'https://push.example/replaced';
  await resumePush(ME._id);
  expect(stored).toEqual(EVERY_KIND);
  expect(JSON.parse(storage.getItem(KEYS.push) ?? '').endpoint).toBe(push.endpoint);
  await resumePush('another');
  expect([push.endpoint, storage.getItem(KEYS.push)]).toEqual([null, null]);
});

test('a dropped subscription is made again, unless the permission is gone', async () => {
  const push = fakePush('granted');
  await switchPushOn(ME._id, EVERY_KIND);
  push.endpoint = null;
  await resumePush(ME._id);
  expect(push.endpoint).not.toBeNull();
  expect(JSON.parse(storage.getItem(KEYS.push) ?? '').endpoint).toBe(push.endpoint);
  push.permission = 'default';
  await resumePush(ME._id);
  expect([stored, push.endpoint, storage.getItem(KEYS.push)]).toEqual([null, null, null]);
});

test('the calls go on in the session that a new password begins', async () => {
  fakePush('granted');
  const resume = createCallsResumer(ME._id);
  resume();
  await switchPushOn(ME._id, EVERY_KIND);
  const asked = () => sent.filter(({ call }) => call === 'GET /users/push').length;
  const before = asked();
  resume();
  expect(asked()).toBe(before);
  stored = null;
  session.replaceToken('next');
  resume();
  await vi.waitFor(() => expect(stored).toEqual(EVERY_KIND));
  refused = true;
  session.replaceToken('one more');
  resume();
  await vi.waitFor(() => expect(asked()).toBe(before + 2));
});

test('a logout while a page load resumes the calls ends them', async () => {
  const push = fakePush('granted');
  await switchPushOn(ME._id, EVERY_KIND);
  expect(push.endpoint).not.toBeNull();
  await Promise.all([resumePush(ME._id), forgetPush()]);
  expect([push.endpoint, storage.getItem(KEYS.push)]).toEqual([null, null]);
});
