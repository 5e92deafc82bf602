import { BLUE, headerOf } from '@doushouqi/room-client/testing';
import { describe, expect, it } from 'vitest';
import { graceSeconds, isAway, isNoticed } from './absence.ts';

describe('isAway', () => {
  it.each([
    ['both are connected', {}, [false, false]],
    ['red has no connection', { offlineSince: { red: 5, blue: null } }, [true, false]],
    ['blue has left the room', { departed: [BLUE] }, [false, true]],
  ])('%s', (_, change, away) => {
    const header = headerOf(change);
    expect([isAway(header, 'red'), isAway(header, 'blue')]).toEqual(away);
  });
});

describe('graceSeconds', () => {
  it.each([
    [61_000, 1_000, 60],
    [61_000, 1_001, 60],
    [61_000, 43_500, 18],
    [61_000, 60_999, 1],
    [61_000, 61_000, 0],
    [61_000, 99_000, 0],
  ])('until %d, at %d: %d s', (deadline, now, left) => expect(graceSeconds(deadline, now)).toBe(left));

  it('shows an absence after two seconds', () => {
    expect([60, 59, 58, 0].map(isNoticed)).toEqual([false, false, true, true]);
  });
});
