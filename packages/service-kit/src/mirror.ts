import type { Logger } from './logger.ts';
import { type RedisClient, watchOf } from './redis.ts';

/** While the store or Redis is away. Milliseconds. */
const RETRY_MS = 5_000;

interface MirrorOptions {
  redis: RedisClient;
  logger: Logger;
  /** What is mirrored, for the log. */
  what: string;
  /** Says all of it to Redis once more; nothing else may come of saying it twice. */
  mirror: () => Promise<void>;
}

/**
 * Keeps Redis told of what a store holds and every service asks Redis for: at the start, and whenever Redis or a part of
 * it is back, as it may have come back without its data, or without the last of it. Returns what ends it; to be called before the stores are closed.
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
