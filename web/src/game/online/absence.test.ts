import { describe, expect, it } from 'vitest';
import { graceSeconds, isNoticed, judgedAbsence } from './offline.ts';
import { headerOf } from './testing.ts';

describe('judgedAbsence', () => {
  it.each([
    ['both there', null, null, null],
    ['red away', 5, null, { player: 1, since: 5 }],
    ['blue away', null, 7, { player: 2, since: 7 }],
    ['both away: nobody is judged', 5, 7, null],
  ])('%s', (_, player1, player2, absence) => {
    expect(judgedAbsence(headerOf({ offlineSince: { player1, player2 } }))).toEqual(absence);
  });

  it('is of no account outside a running game', () => {
    const offlineSince = { player1: 5, player2: null };
    expect(judgedAbsence(headerOf({ offlineSince, status: 'draw' }))).toBeNull();
    expect(judgedAbsence(headerOf({ offlineSince, status: 'waiting' }))).toBeNull();
  });
});

describe('graceSeconds', () => {
  it.each([
    [1_000, 1_000, 60],
    [1_000, 1_001, 60],
    [1_000, 43_500, 18],
    [1_000, 60_999, 1],
    [1_000, 61_000, 0],
    [1_000, 99_000, 0],
  ])('away since %d, looked at %d: %d s', (since, now, left) => expect(graceSeconds(since, now)).toBe(left));

  it('speaks of an absence after two seconds', () => {
    expect([60, 59, 58, 0].map(isNoticed)).toEqual([false, false, true, true]);
  });
});
