import { createPublicKey } from 'node:crypto';
import type { Redis } from 'ioredis';
import jwt from 'jsonwebtoken';
import { z } from 'zod';
import { errorOf } from './errors.ts';

const tokenPayload = z.object({
  sub: z.string().min(1).max(64),
  iat: z.number(),
  exp: z.number(),
  /** Issue time in ms: `iat` has seconds only, too coarse to compare with a password change. */
  iatMs: z.number(),
});

/** What a user's token says: `sub` is the user id. Signed with ES256 by the auth service alone. */
export type TokenPayload = z.output<typeof tokenPayload>;

export type TokenVerifier = {
  /**
   * The user that a token speaks for. Throws UNAUTHORIZED for a missing or bad token, TOKEN_EXPIRED for an old one
   * or one issued before the user's last password change, and the store's own error while Redis is away.
   */
  verify(token: string | undefined): Promise<{ userId: string }>;
};

/** Redis key that mirrors a user's last password change, in ms since the epoch. Written by the auth service. */
export function passwordUpdatedAtKey(userId: string): string {
  return `user:${userId}:passwordUpdatedAt`;
}

/** The token of an `Authorization: Bearer …` header, if there is one. */
export function bearerToken(header: string | undefined): string | undefined {
  return header === undefined ? undefined : /^Bearer ([^\s]+)$/i.exec(header)?.[1];
}

/** Checks tokens, for HTTP and sockets alike. `publicKey` is PEM. Throws at once when it is no public key. */
export function createTokenVerifier(options: { publicKey: string; redis: Redis }): TokenVerifier {
  const key = createPublicKey(options.publicKey);

  function decode(token: string): TokenPayload {
    try {
      return tokenPayload.parse(jwt.verify(token, key, { algorithms: ['ES256'] }));
    } catch (error) {
      if (error instanceof jwt.TokenExpiredError) throw errorOf('TOKEN_EXPIRED');
      throw errorOf('UNAUTHORIZED');
    }
  }

  return {
    async verify(token) {
      if (token === undefined || token === '') throw errorOf('UNAUTHORIZED');
      const payload = decode(token);
      const updatedAt = await options.redis.get(passwordUpdatedAtKey(payload.sub));
      if (updatedAt !== null && payload.iatMs < Number(updatedAt)) throw errorOf('TOKEN_EXPIRED');
      return { userId: payload.sub };
    },
  };
}
