import { createPrivateKey, generateKeyPairSync } from 'node:crypto';
import jwt from 'jsonwebtoken';
import { keyIdOf } from '../src/public-keys.ts';

export type TestKeys = { publicKey: string; privateKey: string };

/** Returns a new ES256 key pair in PEM. */
export function makeTestKeys(): TestKeys {
  return generateKeyPairSync('ec', {
    namedCurve: 'P-256',
    publicKeyEncoding: { type: 'spki', format: 'pem' },
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
  });
}

type TokenTimes = {
  /** Issue time, epoch ms; now by default. */
  issuedAt?: number;
  /** Seconds from issue to expiry; an hour by default. */
  lifetimeSeconds?: number;
  /** Session id; by default none, as in tokens of early versions. */
  sessionId?: string;
  /** Whether the token has a key id, as those of the auth service do; false by default. */
  named?: boolean;
  /** Whether the user is a guest; false by default. */
  guest?: boolean;
};

/** Signs a token for `userId` in the format of the auth service. */
export function signTestToken(userId: string, privateKey: string, times: TokenTimes = {}): string {
  const { issuedAt = Date.now(), lifetimeSeconds = 3_600, sessionId, named = false, guest = false } = times;
  const iat = Math.floor(issuedAt / 1_000);
  const payload = { sub: userId, iat, exp: iat + lifetimeSeconds, iatMs: issuedAt };
  const jti = { ...(sessionId !== undefined && { jti: sessionId }), ...(guest && { guest }) };
  const keyid = named ? { keyid: keyIdOf(createPrivateKey(privateKey)) } : {};
  return jwt.sign({ ...payload, ...jti }, privateKey, { algorithm: 'ES256', ...keyid });
}
