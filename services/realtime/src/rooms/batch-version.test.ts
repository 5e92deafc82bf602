import { expect, test } from 'vitest';
import { lastVersionOf } from './batch-version.ts';

test.each([
  [[{ type: 'moveMade', roomId: 'v', v: 7, id: 'v-8', ply: 3 }], 7],
  [
    [
      { v: 12, id: null },
      { v: 13, at: 1_700_000_000_000, players: ['a'] },
    ],
    13,
  ],
  [[], Number.NaN],
])('the last version of %j is %d', (events, v) => {
  expect(lastVersionOf(JSON.stringify(events))).toBe(v);
});
