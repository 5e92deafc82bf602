import { expect, test } from 'vitest';
import { eventsIn, lastVersionOf } from './room-events.ts';

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

test('parses a batch as a list of events', () => {
  const events = [
    { type: 'moveMade', v: 7 },
    { type: 'chatMessage', v: 8 },
  ];
  expect(eventsIn(JSON.stringify(events))).toEqual(events);
});

test.each([
  'nonsense',
  'null',
  '7',
  '"text"',
  '{"0":{"type":"moveMade","v":1}}',
  '[null]',
  '[[]]',
  '["text"]',
  '[{"v":7}]',
  '[{"type":"moveMade","v":null}]',
  '[{"type":"moveMade","v":"7"}]',
  '[{"type":"moveMade","v":1e300}]',
  '[{"type":"moveMade","v":7},null]',
])('rejects %s as a batch', (text) => {
  expect(() => eventsIn(text)).toThrow();
});
