import type { Logger } from './logger.ts';
import { type RedisClient, watchOf } from './redis.ts';

/** Delay between attempts while another process mirrors, or the store or Redis is unavailable. Milliseconds. */
const RETRY_MS = 5_000;
/** Life of the lease of a process that died while it mirrored. Milliseconds. */
const LEASE_MS = 30_000;

interface MirrorOptions {
  redis: RedisClient;
  logger: Logger;
  /** Name of the service, whose processes share the work. */
  by: string;
  /** Name of the mirrored data, for the log. */
  what: string;
  /** Writes all of it to Redis. Idempotent. */
  mirror: () => Promise<void>;
  /** Milliseconds. */
  retryMs?: number;
}

/** Keys of a service: the lease, the number of runs that have begun, and of the last complete one. */
function keysOf(service: string) {
  const key = `mirror:${service}`;
  return { lease: `${key}:lease`, runs: `${key}:runs`, done: `${key}:done` };
}

/**
 * Runs `mirror`, unless another process has the lease. Resolves to whether a run with a number above `since` is
 * complete. A lease that expires too early lets two processes mirror, which only costs time.
 */
async function runLeased({ redis, by, mirror }: MirrorOptions, since: number): Promise<boolean> {
  const { lease, runs, done } = keysOf(by);
  if ((await redis.set(lease, '1', 'PX', LEASE_MS, 'NX')) === null) return false;
  const renew = () => void redis.pexpire(lease, LEASE_MS).catch(() => undefined);
  const timer = setInterval(renew, LEASE_MS / 3).unref();
  try {
    if (Number(await redis.get(done)) > since) return true;
    const run = await redis.incr(runs);
    await mirror();
    await redis.set(done, run);
    return true;
  } finally {
    clearInterval(timer);
    await redis.del(lease).catch(() => undefined);
  }
}

/**
 * Mirrors data of a store to Redis, where every service reads it: at the start, and whenever Redis or a part of it is
 * available after an outage, because it may have lost its latest data. One process of a service mirrors at a time, and
 * a run that began after an outage counts for all. Returns a function that stops the mirror; call it before the stores
 * are closed.
 */
export function mirrorToRedis(options: MirrorOptions): () => void {
  const { redis, logger, by, what, retryMs = RETRY_MS } = options;
  let timer: NodeJS.Timeout | undefined;
  let isRunning = false;
  let stopped = false;
  /** Number of the last run that began before the request; undefined for a new request. */
  let since: number | undefined;

  async function run(): Promise<void> {
    if (isRunning || stopped) return;
    clearTimeout(timer);
    isRunning = true;
    let isDone = false;
    try {
      since ??= Number(await redis.get(keysOf(by).runs));
      isDone = await runLeased(options, since);
    } catch (error) {
      if (!stopped) logger.warn({ err: error, what }, 'could not be mirrored to Redis; it is tried again');
    }
    isRunning = false;
    const isNew = since === undefined;
    if (!stopped && (isNew || !isDone)) timer = setTimeout(run, isNew ? 0 : retryMs).unref();
  }
  function request(): void {
    since = undefined;
    void run();
  }

  const watch = watchOf(redis);
  if (redis.status === 'ready') request();
  else redis.once('ready', request);
  watch.on('back', request);
  return () => {
    stopped = true;
    redis.off('ready', request);
    watch.off('back', request);
    clearTimeout(timer);
  };
}
