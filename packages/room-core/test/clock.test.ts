import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { afterMove, earliestFlag, flagged, fullClock, remaining, stopped } from '../src/clock.ts';

const BLITZ = { initial: 5, increment: 3 };
const running = { ...fullClock(BLITZ), lastMoveTime: 1000 };

describe('clock', () => {
  test.each([
    ['the side to move pays', 1, 61_000, 240_000],
    ['the other side does not', 2, 61_000, 300_000],
    ['never below zero', 1, 10_000_000, 0],
    ['a server clock set back costs nothing', 1, 0, 300_000],
  ] as const)('%s', (_, player, now, left) => {
    expect(remaining(running, 1, player, now)).toBe(left);
  });

  test('nothing runs before the start', () => {
    expect(remaining(fullClock(BLITZ), 1, 1, 9e12)).toBe(300_000);
    expect(flagged(fullClock(BLITZ), 1, 9e12)).toBe(false);
  });

  test('flag falls at the very millisecond', () => {
    expect(flagged(running, 1, 300_999)).toBe(false);
    expect(flagged(running, 1, 301_000)).toBe(true);
  });

  test('a move costs its time, earns the increment and starts the other clock', () => {
    const clock = afterMove(running, 1, BLITZ, 11_000);
    expect(clock).toEqual({ timeLeft: { player1: 293_000, player2: 300_000 }, lastMoveTime: 11_000 });
    expect(remaining(clock, 2, 1, 99_000)).toBe(293_000);
  });

  test('a stopped clock stays', () => {
    const clock = stopped(running, 1, 11_000);
    expect(clock).toEqual({ timeLeft: { player1: 290_000, player2: 300_000 }, lastMoveTime: null });
    expect(remaining(clock, 1, 1, 99_000)).toBe(290_000);
  });

  test('nobody can flag before the earliest flag, however the moves fall', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 0, max: 90_000 }), { maxLength: 40 }), (thinking) => {
        const start = 0;
        let clock = { ...fullClock(BLITZ), lastMoveTime: start as number | null };
        const alarm = earliestFlag(clock, 1, start);
        let now = start;
        let turn: 1 | 2 = 1;
        for (const ms of thinking) {
          if (flagged(clock, turn, now + ms)) {
            expect(now + ms).toBeGreaterThanOrEqual(alarm);
            return;
          }
          now += ms;
          clock = afterMove(clock, turn, { initial: 5, increment: 0 }, now);
          turn = turn === 1 ? 2 : 1;
        }
      }),
    );
  });
});
