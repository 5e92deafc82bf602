import { ERRORS, errorBody, type Session } from '@doushouqi/protocol';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { Providers } from '../../../test/Providers.tsx';
import { answerBy, refusal } from '../../../test/server.ts';
import { expectToast } from '../../../test/toasts.ts';
import { ME } from '../../../test/users.ts';
import { closeCodes } from '../../client/new-codes.ts';
import { session } from '../../client/session.ts';
import { KEYS, tabStorage } from '../../client/storage.ts';
import { hideToast } from '../../ui/toast-store.ts';
import RegisterPage from './RegisterPage.tsx';

const REPLY: Session & { recoveryCodes: string[] } = {
  access_token: 'new',
  user: ME,
  recoveryCodes: ['AAAA'],
};
const FORM = { 账号: 'shanjun', 昵称: '山君', 密码: 'correct horse', 确认密码: 'correct horse' };

/** Requests for an account, in order. */
const asked: Record<string, unknown>[] = [];

/** Answers requests for an account in order. */
function serve(ways: object, ...answers: Response[]) {
  const open = { mail: false, passkey: false, registration: 'open', guests: true, text: '' };
  vi.spyOn(globalThis, 'fetch').mockImplementation(async (input, init) => {
    if (String(input).endsWith('/auth/ways')) return Response.json({ ...open, ...ways });
    asked.push(JSON.parse(String(init?.body)));
    return answers.shift()!;
  });
}
async function register() {
  await render(<RegisterPage />, { wrapper: Providers });
  for (const [label, text] of Object.entries(FORM))
    await page.getByLabelText(label, { exact: true }).fill(text);
  await page.getByRole('button', { name: '注册并进山' }).click();
}

beforeEach(() => {
  asked.length = 0;
  hideToast();
});
afterEach(() => {
  vi.restoreAllMocks();
  closeCodes();
  session.logout();
});

test('shows the operator’s text instead of the form while registration is closed', async () => {
  serve({ registration: 'closed', text: '正在抵挡一次攻击，今晚八点恢复' });
  await render(<RegisterPage />, { wrapper: Providers });
  await expect.element(page.getByRole('status')).toHaveTextContent('正在抵挡一次攻击，今晚八点恢复');
  expect(page.getByLabelText('账号', { exact: true }).elements()).toEqual([]);
  await expect.element(page.getByRole('button', { name: '去登录' })).toBeVisible();
});

test('says that registration is closed without a text of the operator', async () => {
  serve({ registration: 'closed' });
  await render(<RegisterPage />, { wrapper: Providers });
  await expect.element(page.getByRole('status')).toHaveTextContent('本站暂停注册，请稍后再来。');
});

test('solves the demanded work in a worker and registers with the proof', async () => {
  const challenge = { salt: 'salt', difficulty: 8, expires: Date.now() + 60_000, signature: 'signature' };
  const demand = Response.json({ ...errorBody('PROOF_REQUIRED'), challenge }, { status: 429 });
  serve({ registration: 'proof' }, demand, Response.json(REPLY, { status: 201 }));
  await register();
  await expect.poll(() => session.token(), { timeout: 10_000 }).toBe('new');
  expect(asked[0]).not.toHaveProperty('proof');
  expect(asked[1]).toMatchObject({ username: 'shanjun', proof: { ...challenge, nonce: expect.any(Number) } });
});

test('shows the operator’s text when registration closes meanwhile', async () => {
  const refusal = Response.json(errorBody('REGISTRATION_CLOSED', '今晚八点恢复'), {
    status: ERRORS.REGISTRATION_CLOSED.status,
  });
  serve({}, refusal);
  await register();
  await expectToast('今晚八点恢复');
});

/** Loses the reply to a registration that the server makes; the account then has these codes. */
function loseReply(route: string) {
  let isMade = false;
  return answerBy(({ call }) => {
    if (call === 'GET /auth/ways') return { registration: 'open', guests: true, text: '' };
    if (call === route && !isMade) {
      isMade = true;
      throw new TypeError('Failed to fetch');
    }
    if (call === 'POST /auth/login') return { access_token: 'found', user: ME };
    if (call === 'POST /users/settings/recovery-codes') return { recoveryCodes: ['BBBB'] };
    return call === 'POST /users/settings/recovery-codes/kept'
      ? { success: true }
      : refusal('USERNAME_TAKEN');
  });
}

test.each([
  ['visitor', 'POST /auth/register'],
  ['guest', 'POST /auth/guest/register'],
])('a lost reply to the registration of a %s ends in a login, and shows codes', async (who, route) => {
  const ended = vi.fn();
  if (who === 'guest') session.login({ access_token: 'guest', user: { ...ME, isGuest: true } });
  const stop = session.store.subscribe(({ isExpired }) => isExpired && ended());
  const sent = loseReply(route);
  await register();
  await expect.element(page.getByText('BBBB')).toBeVisible();
  expect([session.token(), ended.mock.calls.length]).toEqual(['found', 0]);
  expect(sent.filter(({ call }) => call === 'POST /auth/login')).toHaveLength(1);
  stop();
});

test('tries no login when another user has the name', async () => {
  const sent = answerBy(({ call }) =>
    call === 'GET /auth/ways' ? { registration: 'open', guests: true, text: '' } : refusal('USERNAME_TAKEN'),
  );
  await register();
  await expect.element(page.getByRole('alert')).toHaveTextContent('该账号已被注册');
  expect(sent.some(({ call }) => call === 'POST /auth/login')).toBe(false);
});

test('shows the codes until the user has stored them, also after a reload, and then leaves', async () => {
  serve({}, Response.json(REPLY, { status: 201 }), Response.json({ success: true }));
  session.requestLogin('/play', { why: 'seek' });
  await register();
  await expect.element(page.getByText('AAAA')).toBeVisible();
  expect(JSON.parse(tabStorage.getItem(KEYS.newCodes)!)).toEqual({ userId: ME._id, codes: ['AAAA'] });
  expect(JSON.parse(tabStorage.getItem(KEYS.wish)!)).toMatchObject({ redirectPath: '/play' });
  await page.getByRole('button', { name: '存好了' }).click();
  await expect.poll(() => session.store.getState().redirectPath).toBeNull();
  expect(tabStorage.getItem(KEYS.newCodes)).toBeNull();
});

test('a password of more than 72 characters is not cut, but refused', async () => {
  serve({});
  await render(<RegisterPage />, { wrapper: Providers });
  const field = page.getByLabelText('密码', { exact: true });
  await field.fill('x'.repeat(80));
  await page.getByRole('button', { name: '注册并进山' }).click();
  await expect.element(field).toHaveValue('x'.repeat(80));
  await expect.element(page.getByText('密码最多 72 位').first()).toBeVisible();
});
