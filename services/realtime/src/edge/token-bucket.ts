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
 * Takes `cost` tokens. A message without them is refused and still counted, so that whoever goes on sending sinks:
 * twice the burst below the limit is a flood. Nobody sinks deeper, so that a bucket that many share fills again soon
 * after a flood. Pure.
 */
export function takeToken(
  bucket: Bucket,
  { perSecond, burst }: BucketLimits,
  now: number,
  cost = 1,
): { bucket: Bucket; verdict: Verdict } {
  const refill = (Math.max(0, now - bucket.at) / 1000) * perSecond;
  const deepest = -2 * burst;
  const tokens = Math.max(deepest - 1, Math.min(burst, bucket.tokens + refill) - cost);
  const verdict = tokens >= 0 ? 'allowed' : tokens >= deepest ? 'refused' : 'flood';
  return { bucket: { tokens, at: now }, verdict };
}
