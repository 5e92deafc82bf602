import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type Bucket, fullBucket, takeToken, type Verdict } from './token-bucket.ts';

const limits = { perSecond: 10, burst: 5 };

function verdicts(times: number[], from = fullBucket(limits, 0)): Verdict[] {
  let bucket: Bucket = from;
  return times.map((at) => {
    const taken = takeToken(bucket, limits, at);
    bucket = taken.bucket;
    return taken.verdict;
  });
}

describe('token bucket', () => {
  test('accepts a burst, then refuses, then disconnects a client that continues', () => {
    const seen = verdicts(Array.from({ length: 17 }, () => 0));
    expect(seen.slice(0, 5)).toEqual(Array(5).fill('allowed'));
    expect(seen.slice(5, 15)).toEqual(Array(10).fill('refused'));
    expect(seen.slice(15)).toEqual(['flood', 'flood']);
  });

  test('refills over time, up to the burst', () => {
    expect(verdicts([0, 0, 0, 0, 0, 0, 50, 400])).toEqual([
      ...Array(5).fill('allowed'),
      'refused',
      'refused',
      'allowed',
    ]);
    expect(verdicts([...Array(7).fill(60_000)]).filter((verdict) => verdict === 'allowed')).toHaveLength(5);
  });

  test('adds no tokens when the clock is set back', () => {
    const { bucket } = takeToken({ tokens: 0, at: 1_000 }, limits, 0);
    expect(bucket).toEqual({ tokens: -1, at: 0 });
  });

  test('never allows more than the burst plus the rate', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 0, max: 400 }), { maxLength: 200 }), (gaps) => {
        let now = 0;
        const times = gaps.map((gap) => (now += gap));
        const allowed = verdicts(times).filter((verdict) => verdict === 'allowed').length;
        expect(allowed).toBeLessThanOrEqual(limits.burst + (now / 1000) * limits.perSecond);
      }),
    );
  });
});
