/** Rate limit: `perSecond` on average, `burst` at once. */
export interface BucketLimits {
  perSecond: number;
  burst: number;
}

/** `tokens` at time `at` (ms). Below zero: refused messages, which separates a flood from a short burst. */
export interface Bucket {
  tokens: number;
  at: number;
}

export type Verdict = 'allowed' | 'refused' | 'flood';

export function fullBucket({ burst }: BucketLimits, now: number): Bucket {
  return { tokens: burst, at: now };
}

/**
 * Takes `cost` tokens. A refused message still counts: twice the burst below zero is a flood. The value sinks no
 * deeper, so that a shared bucket refills soon after a flood. Pure.
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
