import type { SiteNotice } from '@doushouqi/protocol';
import { afterEach, expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { Providers } from '../../test/Providers.tsx';
import { answerCalls } from '../../test/server.ts';
import { expectToast } from '../../test/toasts.ts';
import { ToastHost } from '../ui/ToastHost.tsx';
import SiteSlip from './SiteSlip.tsx';

afterEach(() => vi.restoreAllMocks());

const MINUTE = 60_000;
function planned(minutes: number): SiteNotice {
  const startsAt = Date.now() + minutes * MINUTE;
  const maintenance = { startsAt, endsAt: startsAt + 20 * MINUTE, text: '升级，棋不会丢' };
  return { maintenance, readOnly: false, off: [] };
}
async function show(site: SiteNotice, main?: 'playing' | 'waiting') {
  answerCalls({ 'GET /site': site });
  await render(
    <Providers>
      <SiteSlip />
      <main data-status={main}>页面</main>
      <ToastHost />
    </Providers>,
  );
}
const slip = page.getByRole('status').filter({ hasText: '升级' });

test('counts down to a maintenance, and can be hidden', async () => {
  await show(planned(30));
  await expect.element(slip).toBeVisible();
  await expect.element(page.getByRole('timer').filter({ hasText: /^(30:00|29:\d\d)$/ })).toBeVisible();
  await page.getByRole('button', { name: '先收起来' }).click();
  await expect.element(slip).not.toBeInTheDocument();
});

test('stands above the page and covers nothing of it', async () => {
  await show(planned(30));
  await expect.element(slip).toBeVisible();
  const main = document.querySelector('main')!.getBoundingClientRect();
  expect(document.querySelector('[data-site-slip]')!.getBoundingClientRect().bottom).toBeLessThanOrEqual(
    main.top,
  );
});

test('says it in passing in a running game, whose table has the whole window', async () => {
  await show(planned(5), 'playing');
  await expectToast(/^升级，棋不会丢，.+ 开始，这一局可以照常下完$/);
  await expect.element(page.getByText('先收起来')).not.toBeInTheDocument();
  expect(getComputedStyle(document.querySelector('[data-site-slip]')!).display).toBe('none');
});

test('says that no game may begin', async () => {
  await show({ maintenance: null, readOnly: true, off: [] });
  await expect.element(page.getByText(/^网站正在维护，暂时不能开新局/)).toBeVisible();
});

test('is not there without a notice', async () => {
  await show({ maintenance: null, readOnly: false, off: ['rated'] });
  await expect.element(page.getByText('页面')).toBeVisible();
  expect(document.querySelector('[data-site-slip]')).toBeNull();
});
