import type { LogEntry } from '@doushouqi/protocol';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { LEOPARD, openConsole } from '../../../test/console.tsx';

function entry(n: number): LogEntry {
  const person = { id: LEOPARD._id, nickname: '花豹88' };
  return { n, at: Date.now(), by: '阿山', what: `第 ${n} 条`, person, reason: '', hash: 'a3f5'.repeat(16) };
}

test('goes on before the last entry of a full page', async () => {
  const all = Array.from({ length: 120 }, (_, at) => entry(120 - at));
  const sent = await openConsole('/log', {
    answer: ({ call, query }) =>
      call === 'GET /admin/log'
        ? all.filter(({ n }) => n < Number(query.before ?? 1_000)).slice(0, 100)
        : undefined,
  });
  await expect.element(page.getByText('第 120 条')).toBeVisible();
  await page.getByRole('button', { name: '更早的' }).click();
  await expect.element(page.getByText('第 1 条', { exact: true })).toBeVisible();
  await expect.element(page.getByRole('button', { name: '更早的' })).not.toBeInTheDocument();
  expect(sent.filter(({ call }) => call === 'GET /admin/log').map(({ query }) => query)).toEqual([
    {},
    { before: '21' },
  ]);
});

test('shows what concerns one person', async () => {
  const sent = await openConsole(`/log?person=${LEOPARD._id}`, {
    answer: ({ call }) => (call === 'GET /admin/log' ? [entry(1)] : undefined),
  });
  await expect.element(page.getByText('第 1 条')).toBeVisible();
  await page.getByRole('link', { name: '看全部' }).click();
  await expect
    .poll(() => sent.filter(({ call }) => call === 'GET /admin/log').map(({ query }) => query))
    .toEqual([{ userId: LEOPARD._id }, {}]);
});
