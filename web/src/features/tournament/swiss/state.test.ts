import { describe, expect, test } from 'vitest';
import { entryOf, MINUTE, ownGameOf, swissOf } from '../../../../test/tournaments.ts';
import { mayAskForBye, ownRoundOf, ownStateOf, pipsOf, scoreText, shownRounds } from './state.ts';

const NOW = 1_800_000_000_000;

describe('the viewer', () => {
  test.each([
    ['has no entry and may join', { round: 2 }, undefined, { kind: 'outside', mayJoin: true }],
    ['has no entry after half of the rounds', { round: 3 }, undefined, { kind: 'outside', mayJoin: false }],
    [
      'is to take the seat',
      { own: entryOf({ game: ownGameOf(NOW - 5_000) }) },
      undefined,
      { kind: 'table', due: { what: 'seat', left: 25_000 } },
    ],
    [
      'is to make the first move',
      { own: entryOf({ game: ownGameOf(NOW - 35_000) }) },
      undefined,
      { kind: 'table', due: { what: 'move', left: 15_000 } },
    ],
    ['plays', { own: entryOf({ game: ownGameOf(NOW - MINUTE) }) }, undefined, { kind: 'table', due: null }],
    [
      'is awaited, while playing elsewhere',
      { own: entryOf({ game: { ...ownGameOf(NOW - 9_000), isAwaited: true } }) },
      undefined,
      { kind: 'awaited', round: 2 },
    ],
    [
      'waits for the table',
      { own: entryOf({ game: { ...ownGameOf(NOW - 900), isAwaited: true } }) },
      undefined,
      { kind: 'pairing' },
    ],
    ['has the bye', { own: entryOf() }, ['win', 'bye'], { kind: 'bye', points: 1 }],
    ['rests for half a point', { own: entryOf() }, ['win', 'halfBye'], { kind: 'bye', points: 0.5 }],
    ['waits for the other games', { own: entryOf() }, ['win', 'loss'], { kind: 'done', cell: 'loss' }],
    ['waits for the pairing', { own: entryOf() }, ['win'], { kind: 'pairing' }],
    [
      'waits in the break',
      { own: entryOf(), nextAt: NOW + 9_000 },
      ['win', 'loss'],
      { kind: 'break', next: 3, left: 9_000, hasBye: false },
    ],
    [
      'asked for the next bye',
      { own: entryOf({ hasBye: true }), nextAt: NOW + 9_000 },
      ['win', 'loss'],
      { kind: 'break', hasBye: true },
    ],
    ['withdrew', { own: entryOf({ status: 'left' }) }, ['win'], { kind: 'left', mayReturn: true }],
    ['was removed', { own: entryOf({ status: 'removed' }) }, ['win'], { kind: 'removed' }],
    ['sees the end', { phase: 'finished', own: entryOf() }, ['win'], { kind: 'over' }],
  ] as const)('%s', (_, changes, cells, state) => {
    expect(ownStateOf(swissOf(changes), cells, NOW)).toMatchObject(state);
  });
});

test.each([
  ['before the last round', { round: 4 }, ['win'], true],
  ['in the last round', { round: 5 }, ['win'], false],
  ['after one half-point bye', { round: 2 }, ['halfBye'], false],
] as const)('a bye may be requested %s: %#', (_, changes, cells, may) => {
  expect(mayAskForBye(swissOf({ own: entryOf(), ...changes }), cells)).toBe(may);
});

test('rounds are done, current or to come', () => {
  expect(pipsOf(swissOf())).toEqual(['done', 'current', 'coming', 'coming', 'coming']);
  expect(pipsOf(swissOf({ nextAt: NOW })).slice(0, 3)).toEqual(['done', 'done', 'coming']);
});

test('a phone shows the last four rounds', () => {
  expect(shownRounds(swissOf({ rounds: 7, round: 2 }), true)).toEqual([1, 2, 3, 4]);
  expect(shownRounds(swissOf({ rounds: 7, round: 6 }), true)).toEqual([3, 4, 5, 6]);
  expect(shownRounds(swissOf({ rounds: 7, round: 6 }), false)).toHaveLength(7);
});

test('scores have halves', () => {
  expect((['red', 'blue', 'draw', 'void', null] as const).map(scoreText)).toEqual([
    '1 : 0',
    '0 : 1',
    '½ : ½',
    null,
    null,
  ]);
});

describe('the viewer’s part of a round', () => {
  const user = { _id: 'me', nickname: '我', avatar: '' };
  const other = { _id: 'other', nickname: '他', avatar: '' };
  const pair = {
    ...{ gameId: 'g', roomId: 'g', round: 1, red: other, blue: user, isForfeit: false, plies: 40 },
    ...{ at: 1, endedAt: 2, table: 1, redPoints: 0, bluePoints: 0 },
  };
  test.each([
    [{ result: 'blue' }, 'win'],
    [{ result: 'red' }, 'loss'],
    [{ result: 'blue', isForfeit: true }, 'forfeitWin'],
    [{ result: 'draw' }, 'draw'],
    [{ result: null }, 'playing'],
    [{ result: 'void' }, 'none'],
  ] as const)('of a game with %j is %s', (changes, cell) => {
    const round = { round: 1, pairs: [{ ...pair, ...changes }], byes: [] };
    expect(ownRoundOf(round, 'me')).toMatchObject({ cell, side: 'blue' });
  });

  test('is a bye or nothing without a game', () => {
    const byes = [{ user, points: 1 }];
    expect(ownRoundOf({ round: 1, pairs: [], byes }, 'me').cell).toBe('bye');
    expect(ownRoundOf({ round: 1, pairs: [], byes: [] }, 'me').cell).toBe('none');
  });
});
