import { otherSide, type Side } from '@doushouqi/rules';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  afterLag,
  afterMove,
  afterUndo,
  compensated,
  compensation,
  earliestFlag,
  flagged,
  fullClock,
  fullLagQuota,
  remaining,
  stopped,
} from './clock.ts';

const BLITZ = { initial: 5, increment: 3 };
const running = { ...fullClock(BLITZ), lastMoveTime: 1000 };

describe('clock', () => {
  test.each([
    ['charges the side to move', 'red', 61_000, 240_000],
    ['does not charge the other side', 'blue', 61_000, 300_000],
    ['stops at zero', 'red', 10_000_000, 0],
    ['charges nothing if the server clock is set back', 'red', 0, 300_000],
  ] as const)('%s', (_, side, now, left) => {
    expect(remaining(running, 'red', side, now)).toBe(left);
  });

  test('does not run before the start', () => {
    expect(remaining(fullClock(BLITZ), 'red', 'red', 9e12)).toBe(300_000);
    expect(flagged(fullClock(BLITZ), 'red', 9e12)).toBe(false);
  });

  test('runs out at the exact millisecond', () => {
    expect(flagged(running, 'red', 300_999)).toBe(false);
    expect(flagged(running, 'red', 301_000)).toBe(true);
  });

  test('a move charges its time, adds the increment and starts the other clock', () => {
    const clock = afterMove(running, 'red', BLITZ, 11_000);
    expect(clock).toEqual({ timeLeft: { red: 293_000, blue: 300_000 }, lastMoveTime: 11_000 });
    expect(remaining(clock, 'blue', 'red', 99_000)).toBe(293_000);
  });

  test('a stopped clock does not change', () => {
    const clock = stopped(running, 'red', 11_000);
    expect(clock).toEqual({ timeLeft: { red: 290_000, blue: 300_000 }, lastMoveTime: null });
    expect(remaining(clock, 'red', 'red', 99_000)).toBe(290_000);
  });

  test('no sequence of moves runs out before the earliest timeout', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 0, max: 90_000 }), { maxLength: 40 }), (thinking) => {
        const start = 0;
        let clock = { ...fullClock(BLITZ), lastMoveTime: start as number | null };
        const alarm = earliestFlag(clock, 'red', start);
        let now = start;
        let turn: Side = 'red';
        for (const ms of thinking) {
          if (flagged(clock, turn, now + ms)) {
            expect(now + ms).toBeGreaterThanOrEqual(alarm);
            return;
          }
          now += ms;
          clock = afterMove(clock, turn, { initial: 5, increment: 0 }, now);
          turn = otherSide(turn);
        }
      }),
    );
  });
});

describe('an undo', () => {
  const BOTH = { red: 1, blue: 1 };
  const REDS = { red: 1, blue: 0 };

  test.each([
    ['of one’s own move charges the opponent until now', 'blue', REDS, 11_000, 297_000, 290_000],
    ['of one move of each side removes both increments', 'red', BOTH, 11_000, 287_000, 297_000],
    ['charges nothing if the server clock is set back', 'red', BOTH, 0, 297_000, 297_000],
  ] as const)('%s', (_, turn, undone, now, red, blue) => {
    expect(afterUndo(running, turn, undone, BLITZ, now)).toEqual({
      timeLeft: { red, blue },
      lastMoveTime: now,
    });
  });

  test.each([
    ['leaves one second', 3_500, 1_000],
    ['leaves the time unchanged if it is below one second', 400, 400],
  ])('of more increments than the time left %s', (_, held, left) => {
    const short = { timeLeft: { red: held, blue: 60_000 }, lastMoveTime: 0 };
    expect(afterUndo(short, 'blue', BOTH, BLITZ, 1_000).timeLeft).toEqual({ red: left, blue: 56_000 });
  });
});

describe('a compensated clock', () => {
  test.each([
    ['starts later', 5_000, 20_000, 6_000],
    ['starts at the latest now', 50_000, 20_000, 20_000],
    ['does not start earlier if the server clock is set back', 5_000, 500, 1_000],
    ['ignores negative time', -5_000, 20_000, 1_000],
  ])('%s', (_, ms, now, lastMoveTime) => {
    expect(compensated(running, ms, now)).toEqual({ ...running, lastMoveTime });
  });

  test('is unchanged if it is stopped', () => {
    expect(compensated(fullClock(BLITZ), 5_000, 9e12)).toEqual(fullClock(BLITZ));
  });
});

describe('lag compensation', () => {
  test.each([
    ['nothing if no lag was measured', 0, 0],
    ['all of a small lag', 120.7, 120],
    ['at most the quota', 3_000, 500],
    ['nothing for a negative lag', -40, 0],
  ])('gives %s', (_, measured, given) => {
    expect(compensation(fullLagQuota(), 'red', measured)).toBe(given);
  });

  test('uses up the quota, which grows by 100 ms with each own move', () => {
    let quota = fullLagQuota();
    const given: number[] = [];
    for (let i = 0; i < 6; i++) {
      const lag = compensation(quota, 'blue', 300);
      given.push(lag);
      quota = afterLag(quota, 'blue', lag);
    }
    expect(given).toEqual([300, 300, 100, 100, 100, 100]);
    expect(quota).toEqual({ red: 500, blue: 100 });
  });

  test('limits the quota to one second', () => {
    const quota = Array.from({ length: 9 }).reduce<ReturnType<typeof fullLagQuota>>(
      (held) => afterLag(held, 'red', 0),
      fullLagQuota(),
    );
    expect(quota).toEqual({ red: 1_000, blue: 500 });
  });

  test('charges a move for its time without the lag, and never less than nothing', () => {
    expect(afterMove(running, 'red', BLITZ, 11_000, 400).timeLeft.red).toBe(293_400);
    expect(afterMove(running, 'red', BLITZ, 1_100, 400).timeLeft.red).toBe(303_000);
  });
});
