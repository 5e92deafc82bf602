import type { Pause } from '@doushouqi/room';
import {
  createPauseMirror,
  gameRefusal,
  type RedisClient,
  type Site,
  sanctionsOf,
} from '@doushouqi/service-kit';

/** Returns why a user may start no rematch in rated rooms now, or null. Rejects while Redis is unavailable. */
export type RematchPauses = (userId: string) => Promise<Pause | null>;

interface RematchPauseOptions {
  redis: RedisClient;
  site: Site;
  /** Epoch ms. */
  now: () => number;
}

export function createRematchPauses({ redis, site, now }: RematchPauseOptions): RematchPauses {
  const pauses = createPauseMirror(redis);
  return async (userId) => {
    const at = now();
    const [until, { unrated, close }, settings] = await Promise.all([
      pauses.of(userId, at),
      sanctionsOf(redis, userId, at),
      site(),
    ]);
    const refusal = gameRefusal(settings, { rated: true, now: at });
    // The first ones count in more rooms.
    if (refusal === 'READ_ONLY') return refusal;
    if (unrated !== undefined || close !== undefined) return 'RATED_PAUSED';
    if (refusal !== null) return refusal;
    return until === null ? null : 'PAIRING_PAUSED';
  };
}
