import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { expiredTimes } from './retention.ts';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
/** A Monday, 0:00 UTC. */
const MONDAY = Date.UTC(2026, 10, 23);
const times = fc.uniqueArray(fc.integer({ min: 0, max: 400 * 24 }).map((hours) => MONDAY + hours * HOUR_MS));
const policy = fc.record({ last: fc.nat(5), daily: fc.nat(10), weekly: fc.nat(5) });

describe('expired backups', () => {
  test('keeps the newest of each of the last days and weeks', () => {
    const everySixHours = Array.from({ length: 4 * 28 }, (_, n) => MONDAY + n * 6 * HOUR_MS);
    const expired = new Set(expiredTimes(everySixHours, { last: 2, daily: 3, weekly: 4 }));
    const stored = everySixHours.filter((time) => !expired.has(time)).map((time) => (time - MONDAY) / DAY_MS);
    // Sundays at 18:00, the evenings of the last three days, and the last two.
    expect(stored).toEqual([6.75, 13.75, 20.75, 25.75, 26.75, 27.5, 27.75]);
  });

  test('never deletes the newest backup, nor more than the policy allows', () => {
    fc.assert(
      fc.property(times, policy, (all, { last, daily, weekly }) => {
        const expired = expiredTimes(all, { last, daily, weekly });
        const stored = all.length - expired.length;
        expect(expired).not.toContain(Math.max(...all));
        expect(stored).toBeLessThanOrEqual(Math.max(1, last) + daily + weekly);
        expect(stored).toBeGreaterThanOrEqual(Math.min(all.length, Math.max(1, last)));
      }),
    );
  });

  test('deletes nothing more when it is repeated', () => {
    fc.assert(
      fc.property(times, policy, (all, rule) => {
        const expired = new Set(expiredTimes(all, rule));
        expect(
          expiredTimes(
            all.filter((time) => !expired.has(time)),
            rule,
          ),
        ).toEqual([]);
      }),
    );
  });
});
