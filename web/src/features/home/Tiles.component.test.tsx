import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { Providers } from '../../../test/Providers.tsx';
import { Tiles } from './Tiles.tsx';

test('endgame training opens its page, which states that it is in development', async () => {
  await render(<Tiles />, { wrapper: Providers });
  const tile = page.getByRole('link', { name: /残局.*筹备中/ });
  await expect.element(tile).toHaveAttribute('href', '/endgame');
});
