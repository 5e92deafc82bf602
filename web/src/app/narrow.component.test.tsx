import type { ReactNode } from 'react';
import { afterEach, beforeAll, expect, test, vi } from 'vitest';
import { type Locator, page } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { Providers } from '../../test/Providers.tsx';
import { ratingsOf, userRatingOf } from '../../test/ratings.ts';
import { answerCalls } from '../../test/server.ts';
import { ME } from '../../test/users.ts';
import { session } from '../client/session.ts';
import RegisterPage from '../features/auth/RegisterPage.tsx';
import HomePage from '../features/home/HomePage.tsx';
import PlayMenu from '../features/play/PlayMenu.tsx';
import RoomEntry from '../features/play/RoomEntry.tsx';
import ThemesPage from '../features/themes/ThemesPage.tsx';

beforeAll(() => page.viewport(320, 568));
afterEach(() => {
  session.logout();
  vi.restoreAllMocks();
});

/** Returns the first overflowing element and its overflow in px, or null. */
function stickingOut(): string | null {
  for (const element of document.body.querySelectorAll('main *, header *')) {
    const { right, width } = element.getBoundingClientRect();
    if (width > 0 && right > 320.5) return `${element.tagName} ${element.textContent} ends at ${right}`;
  }
  return null;
}

test.each<[string, ReactNode]>([
  ['register', <RegisterPage key="r" />],
  ['the room entry', <RoomEntry key="e" />],
  ['the play menu', <PlayMenu key="p" />],
  ['the themes', <ThemesPage key="t" />],
])('%s fits a window of 320 px', async (_, screen) => {
  await render(screen, { wrapper: Providers });
  await expect.element(page.getByRole('main')).toBeVisible();
  expect(document.documentElement.scrollWidth).toBe(320);
  expect(stickingOut()).toBeNull();
});

test('the line under the greeting shows the rating at 320 px, beside the level and the number of users online', async () => {
  session.login({ access_token: 't', user: ME });
  answerCalls({
    'GET /users/online': { count: 128 },
    'GET /pairing/pools': { pools: [], online: 128, playing: 64 },
    [`GET /ratings/${ME._id}`]: ratingsOf(userRatingOf(1700)),
  });
  await render(<HomePage />, { wrapper: Providers });
  const ladder = page.getByRole('link', { name: '天梯' });
  await expect.element(ladder).toHaveTextContent('天梯');
  const online = page.getByText('128 人在线');
  await expect.element(online).toBeVisible();
  const topOf = (one: Locator): number => one.element().getBoundingClientRect().top;
  await expect.poll(() => Math.abs(topOf(ladder) - topOf(online))).toBeLessThan(6);
});

test('home and its header fit a window of 320 px', async () => {
  await render(<HomePage />, { wrapper: Providers });
  await expect.element(page.getByRole('button', { name: '登录', exact: true })).toBeVisible();
  expect(document.documentElement.scrollWidth).toBe(320);
});

function heightOf(one: Locator): number {
  return one.element().getBoundingClientRect().height;
}

function answerHome(online: number): void {
  answerCalls({
    'GET /users/online': { count: online },
    'GET /pairing/pools': { pools: [], online, playing: online / 2 },
    [`GET /ratings/${ME._id}`]: ratingsOf(userRatingOf(1700)),
    'GET /lobby/info': { announcement: '', groupNumber: '123456789' },
  });
}

test.each([
  [1024, 768, 'a visitor'],
  [1280, 720, 'a visitor'],
  [1024, 768, 'a member'],
  [1280, 720, 'a member'],
])(
  'home fits a window of %i × %i for %s, and the lobby does not cover the rules',
  async (width, height, who) => {
    await page.viewport(width, height);
    if (who === 'a member') session.login({ access_token: 't', user: ME });
    answerHome(12);
    await render(<HomePage />, { wrapper: Providers });
    const lobby = page.getByRole('complementary', { name: '大厅' });
    const count = lobby.getByText('12 人在线');
    await expect.element(count).toBeVisible();
    // The part of the lobby that loads later has its place.
    await expect.poll(() => heightOf(lobby)).toBeGreaterThan(200);
    expect(document.documentElement.scrollHeight).toBeLessThanOrEqual(height);
    const rules = lobby.getByRole('button', { name: '规则' }).element().getBoundingClientRect();
    expect(count.element().getBoundingClientRect().right).toBeLessThanOrEqual(rules.left);
    await page.viewport(320, 568);
  },
);

test('with many users online the lobby has the height of the page, below the live board', async () => {
  await page.viewport(1280, 720);
  answerHome(13);
  await render(<HomePage />, { wrapper: Providers });
  const lobby = page.getByRole('complementary', { name: '大厅' });
  await expect.element(lobby.getByText('13 人在线')).toBeVisible();
  await expect.poll(() => heightOf(lobby) / heightOf(page.getByRole('main'))).toBeGreaterThan(0.9);
  await page.viewport(320, 568);
});
