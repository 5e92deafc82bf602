import type { Redis } from 'ioredis';
import type { AuthContext } from './context.ts';

/** While the store or Redis is away. Milliseconds. */
const RETRY_MS = 5_000;

interface MirroringOptions extends Pick<AuthContext, 'users' | 'sessions' | 'logger'> {
  redis: Redis;
  /** No token lives longer. Milliseconds. */
  tokenLife: number;
  /** Epoch ms. */
  now: () => number;
}

/** Tells Redis of every password that was changed while tokens from before may still live. */
async function mirrorPasswordChanges({ users, sessions, tokenLife, now }: MirroringOptions): Promise<void> {
  const fields = { passwordUpdatedAt: 1, createdAt: 1 } as const;
  const since = new Date(now() - tokenLife);
  const found = users.find({ passwordUpdatedAt: { $gt: since } }, fields).lean();
  for await (const { _id, passwordUpdatedAt, createdAt } of found.cursor()) {
    // New accounts have changed nothing yet.
    if (passwordUpdatedAt > createdAt) await sessions.endBefore(_id.toString(), passwordUpdatedAt.getTime());
  }
}

/**
 * Keeps Redis told of password changes, which every service asks it for: at the start, and whenever it is back, as it
 * may have come back without its data. Returns what ends it; to be called before the stores are closed.
 */
export function keepMirrored(options: MirroringOptions): () => void {
  const { redis, logger } = options;
  let timer: NodeJS.Timeout | undefined;
  let stopped = false;

  async function mirror(): Promise<void> {
    clearTimeout(timer);
    try {
      await mirrorPasswordChanges(options);
    } catch (error) {
      if (stopped) return;
      logger.warn({ err: error }, 'could not tell Redis of password changes; it is tried again');
      timer = setTimeout(mirror, RETRY_MS).unref();
    }
  }

  redis.on('ready', mirror);
  if (redis.status === 'ready') void mirror();
  return () => {
    stopped = true;
    redis.off('ready', mirror);
    clearTimeout(timer);
  };
}
