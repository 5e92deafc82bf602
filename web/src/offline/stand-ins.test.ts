import { expect, it } from 'vitest';
import { standIns } from './stand-ins.ts';

it.each([
  ['http://x/art/space-1/board-1228.webp', ['http://x/art/space-1/board-768.webp']],
  ['http://x/art/space-1/pieces-96.webp', ['http://x/art/space-1/pieces-192.webp']],
  ['http://x/art/space-1/background-pc.webp', ['http://x/art/space-1/background-pe.webp']],
  ['http://x/art/default-1/background-pe-dark.webp', ['http://x/art/default-1/background-pc-dark.webp']],
  ['http://x/art/space-1/preview.webp', []],
])('%s: %j', (url, others) => expect(standIns(url)).toEqual(others));
