import type { RateLimiter } from '@doushouqi/service-kit';

export const DONE = { success: true } as const;

/** A limit by user. */
export function by(limiter: RateLimiter) {
  return ({ user }: { user: { userId: string } }): Promise<void> => limiter.consume(user.userId);
}
