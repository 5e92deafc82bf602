import { ApiError } from '@doushouqi/protocol';
import { beforeEach, expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { Providers } from '../../../test/Providers.tsx';
import { expectToast } from '../../../test/toasts.ts';
import { hideToast } from '../../ui/toast-store.ts';
import MergeDialog from './MergeDialog.tsx';
import { askAboutGames } from './merge-store.ts';

beforeEach(hideToast);

/** Opens the question; `merge` ends the guest. Returns the answer. */
async function ask(merge: (bring: boolean) => Promise<void>): Promise<Promise<string | null>[]> {
  const answer = askAboutGames({
    guest: { nickname: '小豹 2718', avatar: 'leopard.png' },
    account: { nickname: '爱下棋的老王', avatar: 'tiger.png' },
    guestGames: { games: 7, wins: 3, losses: 4, draws: 0 },
    accountGames: 126,
    merge,
  });
  await render(<MergeDialog />, { wrapper: Providers });
  await expect.element(page.getByRole('dialog', { name: '这台设备上有 7 局游客战绩' })).toBeVisible();
  await expect.element(page.getByText('带上后 133 局')).toBeVisible();
  return [answer];
}

test('brings the games along; a lost reply keeps the question, and a second press succeeds', async () => {
  const merge = vi
    .fn<(bring: boolean) => Promise<void>>()
    .mockRejectedValueOnce(new ApiError(0, { code: 'NETWORK', message: '网络连接失败' }))
    .mockResolvedValueOnce();
  const [answer] = await ask(merge);
  const bring = page.getByRole('button', { name: '带过去' });
  await bring.click();
  await expectToast('网络连接失败');
  await bring.click();
  expect(await answer).toBe('bring');
  expect(merge.mock.calls).toEqual([[true], [true]]);
});

test('deletes the games only after a second press', async () => {
  const merge = vi.fn<(bring: boolean) => Promise<void>>().mockResolvedValue();
  const [answer] = await ask(merge);
  await page.getByRole('button', { name: '不要了' }).click();
  expect(merge).not.toHaveBeenCalled();
  await page.getByRole('button', { name: '真的不要？' }).click();
  expect(await answer).toBe('leave');
  expect(merge.mock.calls).toEqual([[false]]);
});

test.each(['取消', 'Escape'])('%s stays a guest', async (how) => {
  const merge = vi.fn<(bring: boolean) => Promise<void>>();
  const [answer] = await ask(merge);
  if (how === 'Escape') await userEvent.keyboard('{Escape}');
  else await page.getByRole('button', { name: how }).click();
  expect(await answer).toBeNull();
  expect(merge).not.toHaveBeenCalled();
});

test('shows all buttons in a window of 320 x 568 px', async () => {
  await page.viewport(320, 568);
  await ask(vi.fn());
  for (const button of page.getByRole('button').elements())
    expect(button.getBoundingClientRect().bottom).toBeLessThanOrEqual(568);
});
