import type { ReactNode } from 'react';
import { afterEach, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { Providers } from '../../../test/Providers.tsx';
import { answerConfirm, confirmStore } from '../../ui/confirm-store.ts';
import { Hero } from '../home/Hero.tsx';
import { Tiles } from '../home/Tiles.tsx';
import PlayMenu from './PlayMenu.tsx';

afterEach(() => answerConfirm(false));

test.each<[string, ReactNode, string[]]>([
  ['the hero', <Hero key="h" />, ['排位']],
  ['the tiles', <Tiles key="t" />, ['残局']],
  ['the play menu', <PlayMenu key="p" />, ['排位']],
])('what is not there yet says so in one way, and comes after what is: %s', async (_, screen, names) => {
  await render(screen, { wrapper: Providers });
  for (const name of names) {
    const entrance = page.getByRole('button', { name: new RegExp(`${name}.*筹备中`) });
    await entrance.click();
    expect(confirmStore.getState().current).toMatchObject({
      title: `${name}：筹备中`,
      confirmText: '先去开个房间',
    });
    answerConfirm(false);
  }
  const entrances = [...document.querySelectorAll<HTMLElement>('ul > li > :first-child')];
  const last = entrances.findLastIndex(
    ({ tagName, textContent }) => tagName === 'A' && !textContent?.includes('返回'),
  );
  const first = entrances.findIndex(({ textContent }) => textContent?.includes('筹备中'));
  expect(last).toBeLessThan(first);
});
