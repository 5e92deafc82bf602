import { expect, test } from 'vitest';
import { pageAddresses, type Samples } from './pages.ts';
import { SAMPLES } from './rows/foreign-page.ts';

const samples: Samples = SAMPLES({
  seat: 'seat',
  running: 'running',
  challenge: 'challenge',
  player: 'player',
});

test('tries every page, with a value for each of its parameters', async () => {
  const paths = (await pageAddresses(samples)).all.map((address) => address.split('?')[0]);
  for (const path of ['/', '/play', '/play/ai', '/challenge/challenge', '/play/room/seat', '/verify-email'])
    expect(paths).toContain(path);
});

test.each([
  ['a parameter', { ...samples, parameters: {} }],
  ['a part of a path', { ...samples, paths: {} }],
])('refuses a page with %s that it does not know', async (_, incomplete) => {
  await expect(pageAddresses(incomplete)).rejects.toThrow('no sample');
});
