import type { ReactNode } from 'react';
import { beforeAll, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { Providers } from '../../test/Providers.tsx';
import RegisterPage from '../features/auth/RegisterPage.tsx';
import HomePage from '../features/home/HomePage.tsx';
import PlayMenu from '../features/play/PlayMenu.tsx';
import RoomEntry from '../features/play/RoomEntry.tsx';
import ThemesPage from '../features/themes/ThemesPage.tsx';

beforeAll(() => page.viewport(320, 568));

/** Px by which the first thing that sticks out does so, and what it is. */
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

test('home fits a window of 320 px, its header included', async () => {
  await render(<HomePage />, { wrapper: Providers });
  await expect.element(page.getByRole('button', { name: '登录', exact: true })).toBeVisible();
  expect(document.documentElement.scrollWidth).toBe(320);
});
