import { headerOf } from '@doushouqi/room-client/testing';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from 'react-router-dom';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { answerCalls } from '../../../test/server.ts';
import { ME as USER } from '../../../test/users.ts';
import { createRouter } from '../../app/router.tsx';
import { rememberRoom } from '../../client/own-room.ts';
import { callPairing } from '../../client/pairing-call.ts';
import { session } from '../../client/session.ts';

const ME = 'a'.repeat(24);
const FRIEND = 'b'.repeat(24);
/** Every page but home, games and the analysis. */
const OPEN = ['/register', '/play', '/challenge/c1', `/player/${FRIEND}`, '/ladder', '/watch', '/endgame'];
const GUARDED = ['/play/room', '/play/ai', '/tournament', '/themes', '/settings', '/history', '/download/ai'];

const routers: ReturnType<typeof createRouter>[] = [];

beforeEach(() => {
  localStorage.clear();
  answerCalls({});
});
afterEach(() => {
  for (const router of routers.splice(0)) router.dispose();
  session.logout();
  session.closeLogin();
  vi.restoreAllMocks();
});

async function open(path: string) {
  const router = createRouter();
  routers.push(router);
  await router.navigate(path);
  await render(
    <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
      <RouterProvider router={router} />
    </QueryClientProvider>,
  );
  return page.getByRole('banner');
}

test('the header offers a visitor the login, which returns to the page', async () => {
  const header = await open('/ladder?class=slow');
  await header.getByRole('button', { name: '登录' }).click();
  expect(session.store.getState()).toMatchObject({
    loginModalVisible: true,
    redirectPath: '/ladder?class=slow',
  });
});

// Members do not stay on /register.
test.each([...OPEN, ...GUARDED].filter((path) => path !== '/register'))(
  "the header of %s leads a member to home and to the user's own page",
  async (path) => {
    session.login({ access_token: 't', user: USER });
    const header = await open(path);
    await expect
      .element(header.getByRole('link', { name: '首页', exact: true }))
      .toHaveAttribute('href', '/');
    await expect
      .element(header.getByRole('link', { name: '我的棋手页' }))
      .toHaveAttribute('href', `/player/${ME}`);
  },
);

test.each([320, 390, 1440])(
  'the header shows 轮到你 in full at %i px and leads to the game',
  async (width) => {
    await page.viewport(width, 844);
    const now = Date.now();
    const running = {
      ...headerOf({ status: 'playing', players: [ME, FRIEND], ply: 4 }),
      lastMoveTime: now,
      offlineSince: { red: null, blue: null },
      ...{ roomId: 'R9', v: 3, record: '', chatMessages: [], serverTime: now },
    };
    answerCalls({ 'GET /games/rooms/R9': running });
    session.login({ access_token: 't', user: USER });
    rememberRoom(ME, 'R9');
    callPairing();
    const header = await open('/play/room');
    const turn = header.getByRole('link', { name: /^回到对局：轮到你/ });
    await expect.element(turn.getByText('轮到你')).toBeVisible();
    await expect.element(turn).toHaveAttribute('href', '/play/room/R9');
    const title = page.getByRole('heading', { level: 1 }).element();
    expect(title.scrollWidth).toBeLessThanOrEqual(title.clientWidth);
    expect(document.documentElement.scrollWidth).toBe(width);
  },
);
