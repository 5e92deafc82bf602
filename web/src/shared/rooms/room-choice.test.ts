import { expect, it } from 'vitest';
import { FIRST_CHOICE, OWN, readChoice, wishOf } from './room-choice.ts';

it.each([
  ['5+3', { timeControl: { initial: 5, increment: 3 } }],
  [OWN, { timeControl: { initial: 20, increment: 10 } }],
  ['7d', { timeControl: null, daysPerMove: 7 }],
])('%s is sent as %j', (pace, wish) => {
  const others = { color: 'red', undo: true, spectators: true };
  expect(wishOf({ ...FIRST_CHOICE, pace })).toEqual({ ...wish, ...others });
});

it('reads what it stored', () => {
  const choice = {
    color: 'random',
    pace: '1d',
    own: { initial: 7, increment: 0 },
    undo: false,
    spectators: false,
  } as const;
  expect(readChoice(JSON.stringify(choice))).toEqual(choice);
});

it.each([
  null,
  '',
  '{',
  'null',
  '[]',
  '"x"',
  JSON.stringify({
    color: 'green',
    pace: '2d',
    own: { initial: 61, increment: 3 },
    undo: 1,
    spectators: null,
  }),
  JSON.stringify({ own: null }),
])('reads %s as the first choice', (text) => {
  expect(readChoice(text)).toEqual(FIRST_CHOICE);
});
