import type { Logger } from './logger.ts';
import { type RedisClient, watchOf } from './redis.ts';

/** Delay between attempts while the store or Redis is unavailable. Milliseconds. */
const RETRY_MS = 5_000;

interface MirrorOptions {
  redis: RedisClient;
  logger: Logger;
  /** Name of the mirrored data, for the log. */
  what: string;
  /** Writes all of it to Redis. Idempotent. */
  mirror: () => Promise<void>;
}

/**
 * Mirrors data of a store to Redis, where every service reads it: at the start, and whenever Redis or a part of it is
 * available after an outage, because it may have lost its latest data. Returns a function that stops the mirror; call
 * it before the stores are closed.
 */
export function mirrorToRedis({ redis, logger, what, mirror }: MirrorOptions): () => void {
  let timer: NodeJS.Timeout | undefined;
  let stopped = false;

  async function run(): Promise<void> {
    clearTimeout(timer);
    try {
      await mirror();
    } catch (error) {
      if (stopped) return;
      logger.warn({ err: error, what }, 'could not be mirrored to Redis; it is tried again');
      timer = setTimeout(run, RETRY_MS).unref();
    }
  }

  const watch = watchOf(redis);
  if (redis.status === 'ready') void run();
  else redis.once('ready', run);
  watch.on('back', run);
  return () => {
    stopped = true;
    redis.off('ready', run);
    watch.off('back', run);
    clearTimeout(timer);
  };
}
