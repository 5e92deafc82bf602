import { afterEach, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { Providers } from '../../../test/Providers.tsx';
import { answerConfirm, confirmStore } from '../../ui/confirm-store.ts';
import { Tiles } from '../home/Tiles.tsx';

afterEach(() => answerConfirm(false));

test('what is not there yet says so, and comes after what is', async () => {
  await render(<Tiles />, { wrapper: Providers });
  await page.getByRole('button', { name: /残局.*筹备中/ }).click();
  expect(confirmStore.getState().current).toMatchObject({
    title: '残局：筹备中',
    confirmText: '先去开个房间',
  });
  answerConfirm(false);
  const entrances = [...document.querySelectorAll<HTMLElement>('ul > li > :first-child')];
  const last = entrances.findLastIndex(({ tagName }) => tagName === 'A');
  const first = entrances.findIndex(({ textContent }) => textContent?.includes('筹备中'));
  expect(last).toBeLessThan(first);
});
