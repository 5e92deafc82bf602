import type { Pause } from '@doushouqi/room';
import { createPauseMirror, type RedisClient, sanctionsOf } from '@doushouqi/service-kit';

/** Returns why a user may start no rematch in rated rooms now, or null. Rejects while Redis is unavailable. */
export type RematchPauses = (userId: string) => Promise<Pause | null>;

/** `now`: epoch ms. */
export function createRematchPauses(redis: RedisClient, now: () => number): RematchPauses {
  const pauses = createPauseMirror(redis);
  return async (userId) => {
    const at = now();
    const [until, { unrated, close }] = await Promise.all([
      pauses.of(userId, at),
      sanctionsOf(redis, userId, at),
    ]);
    // First: it counts in more rooms.
    if (unrated !== undefined || close !== undefined) return 'RATED_PAUSED';
    return until === null ? null : 'PAIRING_PAUSED';
  };
}
