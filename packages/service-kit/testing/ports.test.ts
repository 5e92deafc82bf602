import { expect, it } from 'vitest';
import { freePort } from './ports.ts';

it('is never a port that fetch refuses', async () => {
  const found = new Set<number>();
  for (let n = 0; n < 5_000; n++) found.add(await freePort());
  const refused = await Promise.all(
    [10_080, Math.min(...found), Math.max(...found)].map(async (port) => {
      const error = await fetch(`http://127.0.0.1:${port}`).catch((reason: Error) => reason);
      return error instanceof Error && String(error.cause).includes('bad port');
    }),
  );
  expect(refused).toEqual([true, false, false]);
  expect([...found]).not.toContain(10_080);
});
