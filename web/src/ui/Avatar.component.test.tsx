import { expect, test } from 'vitest';
import { render } from 'vitest-browser-react';
import { Avatar } from './Avatar.tsx';

test('a picture that is not there gives way to the common one, and the next one gets its chance', async () => {
  const { container, rerender } = await render(<Avatar file="gone.png" size={46} />);
  const address = () => container.querySelector('img')?.getAttribute('src');
  await expect.poll(address).toBe('/avatar/default.png');
  await rerender(<Avatar file="also-gone.png" size={46} />);
  expect(address()).toBe('/avatar/also-gone.png');
  await expect.poll(address).toBe('/avatar/default.png');
});
