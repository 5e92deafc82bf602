import { afterEach, expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { Providers } from '../../test/Providers.tsx';
import { ErrorPage } from './ErrorPage.tsx';
import { OfflineBanner } from './OfflineBanner.tsx';

afterEach(() => vi.restoreAllMocks());

test.each([
  ['/', '没有网络：人机对战、同屏双人和分析照常可用'],
  ['/play', '没有网络：人机对战、同屏双人和分析照常可用'],
  ['/play/local', ''],
  ['/analysis', ''],
  ['/play/ai', ''],
  ['/settings', '网络已断开，恢复后会自动继续'],
])('without a network %s shows: %s', async (path, text) => {
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  await render(
    <Providers path={path}>
      <OfflineBanner />
    </Providers>,
  );
  await expect.poll(() => page.getByRole('status').element().textContent).toBe(text);
});

test.each([
  ['a network that the browser has not', () => vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)],
  [
    'a network that leads nowhere',
    () => vi.spyOn(globalThis, 'fetch').mockRejectedValue(new TypeError('Failed to fetch')),
  ],
])('a page that cannot load for %s shows that it needs a network', async (_, cut) => {
  cut();
  await render(<ErrorPage />, { wrapper: Providers });
  await expect.element(page.getByRole('heading', { name: '这一页需要网络' })).toBeVisible();
  await expect.element(page.getByRole('link', { name: '同屏双人' })).toBeVisible();
});

test('a page that fails with a network shows an error', async () => {
  vi.spyOn(globalThis, 'fetch').mockResolvedValue(new Response());
  await render(<ErrorPage />, { wrapper: Providers });
  await expect.element(page.getByRole('heading', { name: '这一页出错了' })).toBeVisible();
});
