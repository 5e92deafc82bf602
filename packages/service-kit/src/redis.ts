import { Redis, type RedisOptions } from 'ioredis';
import type { Logger } from './logger.ts';

export type RedisRole = 'command' | 'queue';

const FIRST_RETRY_MS = 50;
const LONGEST_RETRY_MS = 1_000;

/** Reconnects for ever: 50 ms, doubling, at most a second, so that a restarted Redis is found at once. */
export function redisRetryDelay(attempt: number): number {
  return Math.min(FIRST_RETRY_MS * 2 ** Math.min(attempt - 1, 10), LONGEST_RETRY_MS);
}

// `command` answers a request, so it fails fast; BullMQ blocks by design and demands `null` for its workers.
const ROLE_OPTIONS: Record<RedisRole, Pick<RedisOptions, 'maxRetriesPerRequest' | 'commandTimeout'>> = {
  command: { maxRetriesPerRequest: 2, commandTimeout: 2_000 },
  queue: { maxRetriesPerRequest: null },
};

/**
 * A Redis connection for one role. It connects in the background and reconnects for ever; `command` calls reject
 * within about two seconds while Redis is away (the HTTP app answers 503 then). Close with `quit()`, or
 * `disconnect()` when Redis is gone.
 */
export function connectRedis(url: string, options: { role: RedisRole; logger?: Logger }): Redis {
  const redis = new Redis(url, {
    ...ROLE_OPTIONS[options.role],
    connectTimeout: 2_000,
    // Whoever subscribed has missed something and looks anew; a silent subscription of ioredis' own that fails would
    // be a rejection that nobody hears.
    autoResubscribe: false,
    retryStrategy: redisRetryDelay,
    connectionName: options.role,
  });
  let away = false;
  redis.on('error', (error: Error) => {
    // One line for each outage, not one for each attempt.
    if (away) return;
    away = true;
    options.logger?.warn({ role: options.role, reason: error.message }, 'redis is away');
  });
  redis.on('ready', () => {
    if (away) options.logger?.info({ role: options.role }, 'redis is back');
    away = false;
  });
  return redis;
}

/** Closes a connection in order, whatever state it is in. */
export async function closeRedis(redis: Redis): Promise<void> {
  if (redis.status === 'ready') await redis.quit().catch(() => redis.disconnect());
  else redis.disconnect();
}
