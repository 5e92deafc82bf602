import type { Online } from '@doushouqi/presence';
import type { Logger, RedisClient } from '@doushouqi/service-kit';
import type { Tellers } from './tellers.ts';

const LOOK_MS = 1_000;

/**
 * Tells the friends of those who went offline: nobody says that he is going, so they are looked for. Returns what ends
 * it.
 */
export function watchDepartures(options: {
  redis: Pick<RedisClient, 'status'>;
  online: Pick<Online, 'departed'>;
  tellFriends: Tellers['tellFriends'];
  logger: Logger;
}): () => void {
  const { redis, online, tellFriends, logger } = options;
  let looking = false;
  const look = async (): Promise<void> => {
    // Looks that wait for a Redis that is away would all come at once when it is back.
    if (looking || redis.status !== 'ready') return;
    looking = true;
    try {
      for (const userId of await online.departed()) tellFriends(userId);
    } catch (error) {
      logger.warn({ err: error }, 'could not look for who went offline');
    } finally {
      looking = false;
    }
  };
  const timer = setInterval(() => void look(), LOOK_MS);
  return () => clearInterval(timer);
}
