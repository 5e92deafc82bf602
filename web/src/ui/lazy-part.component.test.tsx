import { Suspense } from 'react';
import { expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { lazyPart, onMissingPart } from './lazy-part.ts';

test('a part that failed to load without a network appears after the reconnect, and the page stays', async () => {
  const onLine = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  let asked = 0;
  const Part = lazyPart(async () => {
    asked += 1;
    if (!navigator.onLine) throw new TypeError('Failed to fetch dynamically imported module');
    return { default: () => <p>大厅</p> };
  });
  await render(
    <Suspense fallback={<p>稍候</p>}>
      <Part />
    </Suspense>,
  );
  await expect.poll(() => asked).toBe(1);
  await expect.element(page.getByText('稍候')).toBeVisible();
  onLine.mockReturnValue(true);
  window.dispatchEvent(new Event('online'));
  await expect.element(page.getByText('大厅')).toBeVisible();
  expect(asked).toBe(2);
  onLine.mockRestore();
});

test('a part that the server no longer has leaves the rest of the page', async () => {
  const missing = vi.fn(async () => {});
  onMissingPart(missing);
  const failure = new TypeError('Failed to fetch dynamically imported module');
  const Part = lazyPart(async () => {
    await Promise.reject(failure);
    return { default: () => null };
  });
  await render(
    <>
      <p>棋盘</p>
      <Suspense fallback={<p>稍候</p>}>
        <Part />
      </Suspense>
    </>,
  );
  await expect.element(page.getByText('稍候')).not.toBeInTheDocument();
  await expect.element(page.getByText('棋盘')).toBeVisible();
  expect(missing).toHaveBeenCalledExactlyOnceWith(failure);
  onMissingPart(null);
});
