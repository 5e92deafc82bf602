import { createPrivateKey, randomUUID } from 'node:crypto';
import type { TokenPayload } from '@doushouqi/service-kit';
import jwt from 'jsonwebtoken';

const DAY_SECONDS = 86_400;

/** Issues a token for a user; `now` in epoch ms. */
export type IssueToken = (userId: string, now: number) => string;

/** `privateKey` is PEM, P-256. Throws at once when it is not. */
export function createTokenIssuer(options: { privateKey: string; days: number }): IssueToken {
  const key = createPrivateKey(options.privateKey);
  return (userId, now) => {
    const iat = Math.floor(now / 1_000);
    const exp = iat + options.days * DAY_SECONDS;
    const payload: TokenPayload = { sub: userId, jti: randomUUID(), iat, iatMs: now, exp };
    return jwt.sign(payload, key, { algorithm: 'ES256' });
  };
}
