import { afterEach, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { Providers } from '../../../test/Providers.tsx';
import { KEYS, storage } from '../../client/storage.ts';
import { beginLocal, movedLocal } from '../../shared/device-games/local-game-state.ts';
import { formatLocal, startAi } from '../../shared/device-games/saved-games.ts';
import { ResumeLinks } from '../home/HomePage.tsx';
import { Ways } from './PlayMenu.tsx';

afterEach(() => localStorage.clear());

test('home and the play menu link to a stored local game with moves, not to a computer game without', async () => {
  const moved = movedLocal(beginLocal('g1'), { x: 0, y: 6 }, { x: 0, y: 5 }, 1_000);
  if (moved) storage.setItem(KEYS.localGame, formatLocal(moved));
  startAi(
    { storage, randomId: () => 'g2' },
    { level: 1, own: 'red', control: null, undo: true, hints: true },
  );
  await render(
    <>
      <ResumeLinks />
      <Ways />
    </>,
    { wrapper: Providers },
  );
  const home = page.getByRole('link', { name: '接着下：同屏双人' });
  await expect.element(home).toHaveAttribute('href', '/play/local');
  await expect.element(page.getByRole('link', { name: /^同屏双人.*接着下/ })).toBeVisible();
  await expect.element(page.getByRole('link', { name: /^人机对战/ })).toHaveAttribute('href', '/play/ai');
});

test('the button on a card does not cover the picture on a screen of 1024 px', async () => {
  // As wide as the card is in the menu at that width.
  await render(
    <div style={{ width: 572 }}>
      <Ways />
    </div>,
    { wrapper: Providers },
  );
  await expect.element(page.getByRole('link', { name: /^好友房间/ })).toBeVisible();
  for (const link of page.getByRole('link').elements()) {
    const [button, face] = ['b', 'img'].map((part) => link.querySelector(part)!.getBoundingClientRect());
    expect(button!.right).toBeLessThanOrEqual(face!.left);
  }
});
