import { networkOf } from '@doushouqi/service-kit';
import { BurstyRateLimiter, RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible';

/** An address that used up its burst gets a new one after this long. Seconds. */
const BURST_SECONDS = 10;

export interface GeneralLimit {
  /** Counts one request; resolves to null, or to the seconds after which to ask again. */
  consume(address: string): Promise<number | null>;
}

/** The general limit of design §10: `perSecond` requests a second and address, now and then up to `burst`. */
export function createGeneralLimit(options: { perSecond: number; burst: number }): GeneralLimit {
  const steady = new RateLimiterMemory({ keyPrefix: 'steady', points: options.perSecond, duration: 1 });
  const extra = new RateLimiterMemory({
    keyPrefix: 'burst',
    points: Math.max(0, options.burst - options.perSecond),
    duration: BURST_SECONDS,
  });
  const limiter = new BurstyRateLimiter(steady, extra);
  return {
    async consume(address) {
      try {
        await limiter.consume(networkOf(address));
        return null;
      } catch (refusal) {
        if (refusal instanceof RateLimiterRes) return Math.max(1, Math.ceil(refusal.msBeforeNext / 1_000));
        throw refusal;
      }
    },
  };
}
