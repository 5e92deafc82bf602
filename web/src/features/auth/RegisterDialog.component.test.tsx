import { ERRORS } from '@doushouqi/protocol';
import { useLocation } from 'react-router-dom';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { Providers } from '../../../test/Providers.tsx';
import { answerBy, refusal, type SentCall } from '../../../test/server.ts';
import { ME } from '../../../test/users.ts';
import { closeCodes } from '../../client/new-codes.ts';
import { session } from '../../client/session.ts';
import { KEYS, tabStorage } from '../../client/storage.ts';
import { hideToast } from '../../ui/toast-store.ts';
import RegisterDialog from './RegisterDialog.tsx';

const GUEST = { ...ME, username: '', nickname: '小豹 2718', isGuest: true as const };
const REPLY = {
  access_token: 'member',
  user: { ...ME, nickname: GUEST.nickname },
  recoveryCodes: ['AAAA-BBBB'],
};
const POOL = { initial: 5, increment: 3, rated: true, waiting: 3, playing: 0, expectedWait: null };

let ways: object;
let reply: unknown;

function serve(): SentCall[] {
  return answerBy(({ call }) => {
    if (call === 'GET /auth/ways') return ways;
    if (call === 'GET /pairing/pools') return { pools: [POOL], online: 4, playing: 0 };
    if (call === 'GET /game-records') return { records: [], totals: { games: 7, wins: 3 } };
    if (call === 'POST /auth/guest/register') return reply;
    return undefined;
  });
}

function codes() {
  return JSON.parse(tabStorage.getItem(KEYS.newCodes) ?? 'null');
}

function Place() {
  const { pathname, state } = useLocation();
  return <output data-testid="place">{JSON.stringify([pathname, state])}</output>;
}

async function open(why: 'rated' | 'keep') {
  session.requestLogin(why === 'rated' ? '/play' : null, {
    why,
    ...(why === 'rated' && { intention: { action: 'seek', of: '5+3:rated' } }),
  });
  await render(
    <Providers>
      <RegisterDialog open />
      <Place />
    </Providers>,
  );
}
async function register() {
  await page.getByLabelText('账号', { exact: true }).fill('leopard27');
  await page.getByLabelText('密码', { exact: true }).fill('correct horse');
  await page.getByRole('button', { name: /^注册/ }).click();
}

beforeEach(() => {
  ways = { mail: false, passkey: false, registration: 'open', guests: true, text: '' };
  reply = REPLY;
  session.login({ access_token: 'guest', user: GUEST });
});
afterEach(() => {
  vi.restoreAllMocks();
  hideToast();
  closeCodes();
  session.closeLogin();
  session.logout();
});

test('registers with name and games, and the search starts without another press; the codes wait', async () => {
  const sent = serve();
  await open('rated');
  await expect.element(page.getByRole('heading', { name: '注册后接着排位' })).toBeVisible();
  await expect.element(page.getByText('5+3 · 3 人等')).toBeVisible();
  await expect.element(page.getByText('名字和 7 局棋都留着')).toBeVisible();
  await register();
  const place = () => JSON.parse(page.getByTestId('place').element().textContent ?? '');
  await expect.poll(place).toEqual(['/play', { intention: { action: 'seek', of: '5+3:rated' } }]);
  expect(sent.find(({ call }) => call === 'POST /auth/guest/register')?.body).toEqual({
    username: 'leopard27',
    password: 'correct horse',
    confirmPassword: 'correct horse',
    nickname: '小豹 2718',
  });
  expect([session.token(), codes()]).toEqual([
    'member',
    { userId: ME._id, codes: REPLY.recoveryCodes, isHeld: true },
  ]);
});

test('shows the codes at once where nothing else goes on', async () => {
  serve();
  await open('keep');
  await expect.element(page.getByRole('heading', { name: '注册，留住你的棋' })).toBeVisible();
  await register();
  await expect.poll(codes).toEqual({ userId: ME._id, codes: REPLY.recoveryCodes });
});

test('shows a refusal at its field, and the way to an older account', async () => {
  serve();
  reply = refusal('USERNAME_TAKEN');
  await open('rated');
  await register();
  await expect.element(page.getByRole('alert')).toHaveTextContent(ERRORS.USERNAME_TAKEN.message);
  expect(session.store.getState().user).toMatchObject({ isGuest: true });
  await page.getByRole('button', { name: '登录', exact: true }).click();
  expect(session.store.getState()).toMatchObject({ loginStep: 'login', redirectPath: '/play' });
});

test('shows the whole form in a window of 320 x 568 px', async () => {
  await page.viewport(320, 568);
  serve();
  await open('rated');
  await expect.element(page.getByText('名字和 7 局棋都留着')).toBeVisible();
  const logIn = page.getByRole('button', { name: '登录', exact: true });
  expect(logIn.element().getBoundingClientRect().bottom).toBeLessThanOrEqual(568);
});

test('says that registration is closed, with the operator’s text', async () => {
  ways = { ...ways, registration: 'closed', text: '今晚八点恢复' };
  serve();
  await open('rated');
  await expect.element(page.getByText('今晚八点恢复')).toBeVisible();
  expect(page.getByLabelText('账号', { exact: true }).elements()).toEqual([]);
});
