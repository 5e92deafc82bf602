import { afterEach, expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { Providers } from '../../../test/Providers.tsx';
import { AsideWaiting, PoolsWaiting } from './PlayMenu.tsx';

afterEach(() => vi.restoreAllMocks());

test('lists the offline ways to play when there is no network', async () => {
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  const { container } = await render(
    <>
      <PoolsWaiting />
      <AsideWaiting />
    </>,
    { wrapper: Providers },
  );
  await expect.element(page.getByRole('heading', { name: '没有网络，联网后就能找对手' })).toBeVisible();
  await expect.element(page.getByRole('link', { name: '人机对战' })).toHaveAttribute('href', '/play/ai');
  await expect.element(page.getByRole('link', { name: '同屏双人' })).toHaveAttribute('href', '/play/local');
  expect(container.children).toHaveLength(1);
});
