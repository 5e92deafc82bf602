import { ERRORS, type ErrorCode, errorBody, type Session } from '@doushouqi/protocol';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { Providers } from '../../../test/Providers.tsx';
import { expectToast } from '../../../test/toasts.ts';
import { ME } from '../../../test/users.ts';
import { session } from '../../client/session.ts';
import { hideToast } from '../../ui/toast-store.ts';
import GuestDialog from './GuestDialog.tsx';

const GUEST: Session = {
  access_token: 'guest',
  user: { ...ME, username: '', nickname: '小豹 2718', isGuest: true },
};
const KEY = expect.stringMatching(/^[0-9a-f]{32}$/);
const POOLS = { pools: [], online: 0, playing: 0 };
/** How visitors may enter. */
let ways: object;

function otherReply(input: unknown): Response {
  return Response.json(String(input).endsWith('/auth/ways') ? ways : POOLS);
}

/** Requests for guests, in order. */
const asked: Record<string, unknown>[] = [];

/** Answers requests for a guest in order, the last answer again; an error code is a refusal. */
function serve(...answers: (ErrorCode | Session)[]) {
  vi.spyOn(globalThis, 'fetch').mockImplementation(async (input, init) => {
    if (!String(input).endsWith('/auth/guest')) return otherReply(input);
    asked.push(JSON.parse(String(init?.body)));
    const answer = answers.length > 1 ? answers.shift()! : answers[0]!;
    return typeof answer === 'string'
      ? Response.json(errorBody(answer), { status: ERRORS[answer].status })
      : Response.json(answer);
  });
}

async function open() {
  session.requestLogin('/play', { why: 'seek', intention: { action: 'seek', of: '5+3:casual' } });
  await render(<GuestDialog open />, { wrapper: Providers });
}
function press(name: string) {
  return page.getByRole('button', { name }).click();
}
function shownName() {
  return page.getByText(/^游客·/).element().textContent;
}

beforeEach(() => {
  asked.length = 0;
  ways = { mail: false, passkey: false, registration: 'open', guests: true, text: '' };
  hideToast();
});
afterEach(() => {
  vi.restoreAllMocks();
  session.logout();
  session.closeLogin();
});

test('one press creates the guest with the shown name and continues what was pressed', async () => {
  serve(GUEST);
  await open();
  const name = shownName();
  await press('先以游客身份玩');
  await expect.poll(() => session.store.getState().user?.isGuest).toBe(true);
  expect(asked).toEqual([{ nickname: name?.replace('游客·', ''), avatar: expect.any(String), key: KEY }]);
  expect(session.token()).toBe('guest');
  expect(session.store.getState()).toMatchObject({ loginModalVisible: false, redirectPath: null });
});

test('replaces a generated name that is taken', async () => {
  serve('NICKNAME_TAKEN', GUEST);
  await open();
  await press('先以游客身份玩');
  await expect.poll(() => asked.length).toBe(2);
  await expect.poll(() => session.store.getState().user?.isGuest).toBe(true);
  expect(page.getByRole('alert').elements()).toEqual([]);
});

test('the dice draws another name; the pencil makes it an input that is checked on blur', async () => {
  serve(GUEST);
  await open();
  const first = shownName();
  await press('换一个名字');
  await expect.poll(shownName).not.toBe(first);
  await press('自己起名');
  const input = page.getByLabelText('昵称');
  await expect.element(input).toHaveFocus();
  await input.fill(' ');
  await userEvent.tab();
  await expect.element(page.getByRole('alert')).toHaveTextContent('请输入昵称');
  await press('先以游客身份玩');
  expect(asked).toEqual([]);
  await input.fill('松下客');
  await press('先以游客身份玩');
  await expect.poll(() => asked).toMatchObject([{ nickname: '松下客' }]);
});

test('shows a refusal of the written name at the input', async () => {
  serve('NICKNAME_TAKEN');
  await open();
  await press('自己起名');
  await page.getByLabelText('昵称').fill('松下客');
  await press('先以游客身份玩');
  await expect.element(page.getByRole('alert')).toHaveTextContent(ERRORS.NICKNAME_TAKEN.message);
  expect([asked.length, session.store.getState().user]).toEqual([1, null]);
});

test('a second press after a lost reply asks for the same guest; another name is another guest', async () => {
  serve('UNAVAILABLE', 'UNAVAILABLE', GUEST);
  await open();
  await press('先以游客身份玩');
  await expectToast(ERRORS.UNAVAILABLE.message);
  await press('先以游客身份玩');
  await expectToast(ERRORS.UNAVAILABLE.message);
  await press('换一个名字');
  await press('先以游客身份玩');
  await expect.poll(() => session.store.getState().user?.isGuest).toBe(true);
  const [first, second, third] = asked.map(({ key }) => key);
  expect([first, second]).toEqual([KEY, first]);
  expect(third).not.toBe(first);
});

test('shows the limit of the network in a toast and stays open', async () => {
  serve('GUESTS_LOCKED');
  await open();
  await press('先以游客身份玩');
  await expectToast(ERRORS.GUESTS_LOCKED.message);
  expect(session.store.getState().loginModalVisible).toBe(true);
});

test('solves the demanded work in a worker and asks again with the proof', async () => {
  const challenge = { salt: 'salt', difficulty: 8, expires: Date.now() + 60_000, signature: 'signature' };
  vi.spyOn(globalThis, 'fetch').mockImplementation(async (input, init) => {
    if (!String(input).endsWith('/auth/guest')) return otherReply(input);
    asked.push(JSON.parse(String(init?.body)));
    if (asked.length > 1) return Response.json(GUEST);
    return Response.json({ ...errorBody('PROOF_REQUIRED'), challenge }, { status: 429 });
  });
  await open();
  await press('先以游客身份玩');
  await expect.poll(() => session.store.getState().user?.isGuest, { timeout: 10_000 }).toBe(true);
  expect(asked[1]?.proof).toEqual({ ...challenge, nonce: expect.any(Number) });
});

test('offers only what the operator allows, with the operator’s text', async () => {
  ways = { ...ways, guests: false, text: '今晚八点恢复' };
  serve(GUEST);
  await open();
  await expect.element(page.getByRole('status')).toHaveTextContent('今晚八点恢复');
  expect(page.getByRole('button', { name: '先以游客身份玩' }).elements()).toEqual([]);
  await expect.element(page.getByRole('button', { name: '注册' })).toBeVisible();
  await expect.element(page.getByRole('button', { name: '登录' })).toBeVisible();
});

test('hides the way to a registration that is closed', async () => {
  ways = { ...ways, registration: 'closed' };
  serve(GUEST);
  await open();
  await expect.poll(() => page.getByRole('button', { name: '注册' }).elements()).toEqual([]);
  await expect.element(page.getByRole('button', { name: '先以游客身份玩' })).toBeVisible();
});

test('login and registration keep the intention; closing drops it', async () => {
  serve(GUEST);
  await open();
  await press('登录');
  expect(session.store.getState()).toMatchObject({ loginStep: 'login', redirectPath: '/play' });
  await open();
  await page.getByRole('button', { name: '注册' }).first().click();
  expect(session.store.getState()).toMatchObject({ loginModalVisible: false, redirectPath: '/play' });
  await open();
  await page.getByRole('button', { name: '关闭' }).first().click();
  expect(session.store.getState()).toMatchObject({ loginModalVisible: false, redirectPath: null });
});
