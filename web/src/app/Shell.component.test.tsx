import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from 'react-router-dom';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { confirm } from '../ui/confirm-store.ts';
import { createRouter } from './router.tsx';

test('keeps the state of the play menu, and announces nothing while it is hidden', async () => {
  await page.viewport(390, 400);
  const router = createRouter();
  await router.navigate('/play');
  await render(
    <QueryClientProvider client={new QueryClient()}>
      <RouterProvider router={router} />
    </QueryClientProvider>,
  );
  const menu = page.getByRole('heading', { name: '对弈' });
  await expect.element(menu).toBeVisible();
  expect(document.title).toBe('对弈 · 斗兽棋');
  const before = menu.element();
  window.scrollTo(0, 120);

  await router.navigate('/register');
  await expect.element(page.getByRole('heading', { name: '注册' })).toBeVisible();
  await expect.element(menu).not.toBeInTheDocument();
  expect(document.title).toBe('注册 · 斗兽棋');

  await router.navigate('/play');
  await expect.element(menu).toBeVisible();
  expect(menu.element()).toBe(before);
  await expect.poll(() => window.scrollY).toBe(120);
  expect(document.title).toBe('对弈 · 斗兽棋');
  router.dispose();
});

test('a confirmation closes with the page that opened it', async () => {
  const router = createRouter();
  await router.navigate('/play');
  await render(
    <QueryClientProvider client={new QueryClient()}>
      <RouterProvider router={router} />
    </QueryClientProvider>,
  );
  await expect.element(page.getByRole('heading', { name: '对弈' })).toBeVisible();
  const answer = confirm({ title: '重开一局？' });
  await expect.element(page.getByRole('alertdialog')).toBeVisible();
  await router.navigate('/register');
  expect(await answer).toBe(false);
  await expect.element(page.getByRole('alertdialog')).not.toBeInTheDocument();
  router.dispose();
});
