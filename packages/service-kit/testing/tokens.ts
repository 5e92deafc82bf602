import { createPrivateKey, generateKeyPairSync } from 'node:crypto';
import jwt from 'jsonwebtoken';
import { keyIdOf } from '../src/public-keys.ts';

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
  /** Whether it names its key, as those of the auth service do; not by default. */
  named?: boolean;
};

/** A token for `userId` in the form that the auth service signs. */
export function signTestToken(userId: string, privateKey: string, times: TokenTimes = {}): string {
  const { issuedAt = Date.now(), lifetimeSeconds = 3_600, sessionId, named = false } = times;
  const iat = Math.floor(issuedAt / 1_000);
  const payload = { sub: userId, iat, exp: iat + lifetimeSeconds, iatMs: issuedAt };
  const jti = sessionId === undefined ? {} : { jti: sessionId };
  const keyid = named ? { keyid: keyIdOf(createPrivateKey(privateKey)) } : {};
  return jwt.sign({ ...payload, ...jti }, privateKey, { algorithm: 'ES256', ...keyid });
}
