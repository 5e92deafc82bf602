/** How much a socket may send: `perSecond` on average, `burst` at once. */
export interface BucketLimits {
  perSecond: number;
  burst: number;
}

/** `tokens` at time `at` (ms). Below zero: refused messages, so that a flooder can be told from a hasty hand. */
export interface Bucket {
  tokens: number;
  at: number;
}

export type Verdict = 'allowed' | 'refused' | 'flood';

export function fullBucket({ burst }: BucketLimits, now: number): Bucket {
  return { tokens: burst, at: now };
}

/**
 * Takes one token. A message without one is refused and still counted, so that whoever goes on sending sinks:
 * twice the burst below the limit is a flood. Pure.
 */
export function takeToken(
  bucket: Bucket,
  { perSecond, burst }: BucketLimits,
  now: number,
): { bucket: Bucket; verdict: Verdict } {
  const refill = (Math.max(0, now - bucket.at) / 1000) * perSecond;
  const tokens = Math.min(burst, bucket.tokens + refill) - 1;
  const verdict = tokens >= 0 ? 'allowed' : tokens >= -2 * burst ? 'refused' : 'flood';
  return { bucket: { tokens, at: now }, verdict };
}
