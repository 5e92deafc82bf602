import { expect, test } from 'vitest';
import { render } from 'vitest-browser-react';
import { Avatar } from './Avatar.tsx';

test('shows the default picture when a file is missing, and tries the next file', async () => {
  const { container, rerender } = await render(<Avatar file="gone.png" size={46} />);
  const address = () => container.querySelector('img')?.getAttribute('src');
  await expect.poll(address).toBe('/avatar/default.png');
  await rerender(<Avatar file="also-gone.png" size={46} />);
  expect(address()).toBe('/avatar/also-gone.png');
  await expect.poll(address).toBe('/avatar/default.png');
});
