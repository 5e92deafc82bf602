import { generateKeyPairSync } from 'node:crypto';
import jwt from 'jsonwebtoken';

export type TestKeys = { publicKey: string; privateKey: string };

/** A fresh ES256 key pair in PEM. */
export function makeTestKeys(): TestKeys {
  return generateKeyPairSync('ec', {
    namedCurve: 'P-256',
    publicKeyEncoding: { type: 'spki', format: 'pem' },
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
  });
}

type TokenTimes = {
  /** When the token was issued, in ms since the epoch; now by default. */
  issuedAt?: number;
  /** Seconds from issue to expiry; an hour by default. */
  lifetimeSeconds?: number;
  /** What the session is called; a token of long ago, without one, by default. */
  sessionId?: string;
};

/** A token for `userId` in the form that the auth service signs. */
export function signTestToken(userId: string, privateKey: string, times: TokenTimes = {}): string {
  const { issuedAt = Date.now(), lifetimeSeconds = 3_600, sessionId } = times;
  const iat = Math.floor(issuedAt / 1_000);
  const payload = { sub: userId, iat, exp: iat + lifetimeSeconds, iatMs: issuedAt };
  const jti = sessionId === undefined ? {} : { jti: sessionId };
  return jwt.sign({ ...payload, ...jti }, privateKey, { algorithm: 'ES256' });
}
