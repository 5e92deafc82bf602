import { createPrivateKey, generateKeyPairSync } from 'node:crypto';
import type { AccountRole } from '@doushouqi/protocol';
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

export type TokenOptions = {
  /** Issue time, epoch ms; now by default. */
  issuedAt?: number;
  /** Seconds from issue to expiry; an hour by default. */
  lifetimeSeconds?: number;
  /** Session id; by default none, as in tokens of early versions. */
  sessionId?: string;
  /** Whether the token has a key id, as those of the auth service do; false by default. */
  named?: boolean;
  /** By default none, as in tokens of 1.0. */
  role?: AccountRole;
  /** Separated by spaces; by default none is named, which is all of the role. */
  scope?: string;
  /** The mark of a guest's token in 1.0. */
  guest?: true;
  /** Hash of the device. */
  device?: string;
  /** Epoch ms. */
  memberSince?: number;
};

/** Signs a token for `userId` in the format of the auth service. */
export function signTestToken(userId: string, privateKey: string, options: TokenOptions = {}): string {
  const { issuedAt = Date.now(), lifetimeSeconds = 3_600, sessionId: jti, named = false } = options;
  const { role, scope, guest, device: dev, memberSince: mem } = options;
  const iat = Math.floor(issuedAt / 1_000);
  const times = { iat, exp: iat + lifetimeSeconds, iatMs: issuedAt };
  const payload = { sub: userId, jti, ...times, role, scope, guest, dev, mem };
  const keyid = named ? { keyid: keyIdOf(createPrivateKey(privateKey)) } : {};
  return jwt.sign(payload, privateKey, { algorithm: 'ES256', ...keyid });
}
