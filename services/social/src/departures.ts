import type { Online } from '@doushouqi/presence';
import { type Logger, type RedisClient, type Repeated, repeat } from '@doushouqi/service-kit';
import type { Tellers } from './tellers.ts';

/** Those who go offline within this time are told of together. Milliseconds. */
const LOOK_MS = 1_000;

/** Tells the friends of those who went offline: nobody says that he is going, so they are looked for. */
export function watchDepartures(options: {
  redis: Pick<RedisClient, 'status'>;
  online: Pick<Online, 'departed'>;
  tellFriends: Tellers['tellFriends'];
  logger: Logger;
}): Repeated {
  const { redis, online, tellFriends, logger } = options;
  let restMs = LOOK_MS;
  return repeat(
    () => restMs,
    async () => {
      restMs = LOOK_MS;
      // A look that waits for a Redis that is away would be told of as a failure each time.
      if (redis.status !== 'ready') return;
      const { userIds, nextInMs } = await online.departed();
      for (const userId of userIds) tellFriends(userId);
      restMs = Math.max(LOOK_MS, nextInMs);
    },
    (error) => logger.warn({ err: error }, 'could not look for who went offline'),
  );
}
