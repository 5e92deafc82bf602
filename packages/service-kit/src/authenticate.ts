import jwt from 'jsonwebtoken';
import { LRUCache } from 'lru-cache';
import { z } from 'zod';
import { errorOf } from './errors.ts';
import type { LiveFile } from './live-file.ts';
import { type PublicKeys, parsePublicKeys } from './public-keys.ts';
import type { RedisClient } from './redis.ts';

const tokenPayload = z.object({
  sub: z.string().min(1).max(64),
  /** What the session is called; tokens from before sessions could be ended one by one have none. */
  jti: z.string().min(1).max(64).optional(),
  iat: z.number(),
  exp: z.number(),
  /** Issue time in ms: `iat` has seconds only, too coarse to compare with a password change. */
  iatMs: z.number(),
});

/** What a user's token says: `sub` is the user id. Signed with ES256 by the auth service alone. */
export type TokenPayload = z.output<typeof tokenPayload>;

/** Who speaks by a token, in which session of theirs; times in epoch ms. */
export type VerifiedToken = {
  userId: string;
  sessionId: string;
  issuedAt: number;
  expiresAt: number;
  /** The `kid` of the key that signed it. */
  keyId: string;
};

export type TokenVerifier = {
  /**
   * The user that a token speaks for. Throws UNAUTHORIZED for a missing or bad token, TOKEN_EXPIRED for an old one,
   * one whose session was ended, or one issued before the user's last password change, and the store's own error
   * while Redis is away.
   */
  verify(token: string | undefined): Promise<VerifiedToken>;
  /** The keys that are accepted now: who came in by another one has no session any more. */
  keys(): Promise<PublicKeys>;
};

type VerifierOptions = {
  /** PEM, or the keys that a file holds now. */
  publicKey: string | LiveFile<PublicKeys>;
  redis: RedisClient;
  /** Tokens whose signature is not checked again, about 1 KB each; the longest unused are forgotten. */
  remember?: number;
  /** Epoch ms. */
  now?: () => number;
};

/** Checking a signature costs about 0.1 ms, and every window of a user sends its token every few seconds. */
const REMEMBERED_TOKENS = 20_000;

/**
 * Redis key that mirrors a user's last password change, in ms since the epoch. Written by the auth service. It shares its
 * slot with all keys of the user, as it is read together with the next.
 */
export function passwordUpdatedAtKey(userId: string): string {
  return `{user:${userId}}:passwordUpdatedAt`;
}

/** Redis key that is there when a session of a user was ended before its token ran out. Written by the auth service. */
export function endedSessionKey(userId: string, sessionId: string): string {
  return `{user:${userId}}:ended:${sessionId}`;
}

/** Which of these sessions of one user are over. */
export async function endedAmong<S extends Pick<VerifiedToken, 'sessionId' | 'issuedAt'>>(
  redis: RedisClient,
  userId: string,
  sessions: readonly S[],
): Promise<S[]> {
  const keys = sessions.map(({ sessionId }) => endedSessionKey(userId, sessionId));
  const [updatedAt, ...ended] = await redis.mget(passwordUpdatedAtKey(userId), ...keys);
  return sessions.filter(({ issuedAt }, n) => ended[n] != null || issuedAt < Number(updatedAt ?? 0));
}

/** The token of an `Authorization: Bearer …` header, if there is one. */
export function bearerToken(header: string | undefined): string | undefined {
  return header === undefined ? undefined : /^Bearer ([^\s]+)$/i.exec(header)?.[1];
}

/**
 * What a token says whose signature is good, by the key that it names; one that names none is tried with each. The
 * `keyId` is the one string of `keys`, however many tokens are kept.
 */
function readToken(token: string, keys: PublicKeys, now: number): TokenPayload & { keyId: string } {
  const { kid } = jwt.decode(token, { complete: true })?.header ?? {};
  const options = { algorithms: ['ES256' as const], clockTimestamp: Math.floor(now / 1_000) };
  let failure: unknown = new Error('signed by a key that is not known');
  for (const [keyId, key] of keys) {
    if (kid !== undefined && kid !== keyId) continue;
    try {
      return { ...tokenPayload.parse(jwt.verify(token, key, options)), keyId };
    } catch (error) {
      failure = error;
      // Its signature is good: no other key would say more.
      if (error instanceof jwt.TokenExpiredError) break;
    }
  }
  throw failure;
}

function keysOf(publicKey: VerifierOptions['publicKey']): LiveFile<PublicKeys> {
  if (typeof publicKey !== 'string') return publicKey;
  const keys = parsePublicKeys(publicKey);
  return async () => keys;
}

/** Checks tokens, for HTTP and sockets alike. Throws at once when `publicKey` is PEM, but of no public key. */
export function createTokenVerifier(options: VerifierOptions): TokenVerifier {
  const { redis, remember = REMEMBERED_TOKENS, now = Date.now } = options;
  const currentKeys = keysOf(options.publicKey);
  let keys: PublicKeys = new Map();
  /** What tokens with a good signature say. Bad ones are not kept: anybody can make them. */
  const good = remember > 0 ? new LRUCache<string, VerifiedToken>({ max: remember }) : undefined;

  function decode(token: string): VerifiedToken {
    try {
      const { sub, jti, iatMs, exp, keyId } = readToken(token, keys, now());
      return { userId: sub, sessionId: jti ?? String(iatMs), issuedAt: iatMs, expiresAt: exp * 1_000, keyId };
    } catch (error) {
      if (error instanceof jwt.TokenExpiredError) throw errorOf('TOKEN_EXPIRED');
      throw errorOf('UNAUTHORIZED');
    }
  }

  function recall(token: string): VerifiedToken {
    const known = good?.get(token);
    const verified = known ?? decode(token);
    if (known === undefined) good?.set(token, verified);
    if (verified.expiresAt > now()) return verified;
    good?.delete(token);
    throw errorOf('TOKEN_EXPIRED');
  }

  return {
    keys: currentKeys,
    async verify(token) {
      if (token === undefined || token === '') throw errorOf('UNAUTHORIZED');
      const latest = await currentKeys();
      // What a key that is gone has signed must not be remembered.
      if (latest !== keys) good?.clear();
      keys = latest;
      const verified = recall(token);
      const ended = await endedAmong(redis, verified.userId, [verified]);
      if (ended.length > 0) throw errorOf('TOKEN_EXPIRED');
      return verified;
    },
  };
}
