import {
  endedSessionKey,
  passwordUpdatedAtKey,
  type RedisClient,
  type VerifiedToken,
} from '@doushouqi/service-kit';
import type { AuthContext } from '../context.ts';

/** Longer than any token lives: one that it is about has ended by itself then. Milliseconds. */
const KEPT_MS = 400 * 24 * 60 * 60 * 1000;

/** Of two that are told of at once, or anew, the later moment stands. */
const RAISE = `
local at = redis.call('GET', KEYS[1])
if not at or tonumber(at) < tonumber(ARGV[1]) then redis.call('SET', KEYS[1], ARGV[1], 'PX', ARGV[2]) end`;

/** Which tokens are still good (design §10): every service asks Redis for it with every token. */
export interface Sessions {
  /** Every token issued before `at` (epoch ms) is void from now on. Rejects while Redis is away. */
  endBefore(userId: string, at: number): Promise<void>;
  /** This token is void from now on. `now` in epoch ms. Rejects while Redis is away. */
  end(session: VerifiedToken, now: number): Promise<void>;
}

export function createSessions(redis: RedisClient): Sessions {
  return {
    async endBefore(userId, at) {
      await redis.eval(RAISE, 1, passwordUpdatedAtKey(userId), at, KEPT_MS);
    },
    async end({ userId, sessionId, expiresAt }, now) {
      await redis.set(endedSessionKey(userId, sessionId), '1', 'PX', Math.max(1, expiresAt - now));
    },
  };
}

interface MirrorOptions extends Pick<AuthContext, 'users' | 'sessions' | 'now'> {
  /** No token lives longer. Milliseconds. */
  tokenLife: number;
}

/** Tells Redis of every password that was changed while tokens from before may still live. */
export async function mirrorPasswordChanges(options: MirrorOptions): Promise<void> {
  const { users, sessions, tokenLife, now } = options;
  const fields = { passwordUpdatedAt: 1, createdAt: 1 } as const;
  const since = new Date(now() - tokenLife);
  const found = users.find({ passwordUpdatedAt: { $gt: since } }, fields).lean();
  for await (const { _id, passwordUpdatedAt, createdAt } of found.cursor()) {
    // New accounts have changed nothing yet.
    if (passwordUpdatedAt > createdAt) await sessions.endBefore(_id.toString(), passwordUpdatedAt.getTime());
  }
}
