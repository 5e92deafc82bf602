import { createLogger, errorOf, parsePublicKeys } from '@doushouqi/service-kit';
import { makeTestKeys } from '@doushouqi/service-kit/testing';
import jwt from 'jsonwebtoken';
import { expect, test } from 'vitest';
import { createTokenIssuer, parseSigningKey } from './tokens.ts';

const [old, next] = [makeTestKeys(), makeTestKeys()];
const NOW = 1_700_000_000_000;

/** An issuer over files that the test changes. */
function issuerOf(files: { signs: string; accepted: string }) {
  return createTokenIssuer({
    signingKey: async () => parseSigningKey(files.signs),
    publicKeys: async () => parsePublicKeys(files.accepted),
    days: 7,
    logger: createLogger({ name: 'auth', level: 'silent' }),
  });
}

function kidOf(token: string): string | undefined {
  return jwt.decode(token, { complete: true })?.header.kid;
}

test('a token contains the id of the key that signed it', async () => {
  const issue = await issuerOf({ signs: old.privateKey, accepted: old.publicKey });
  const { token } = await issue('u1', NOW);
  expect(kidOf(token)).toBe(parseSigningKey(old.privateKey).id);
  expect(parsePublicKeys(old.publicKey).has(kidOf(token) ?? '')).toBe(true);
});

test('a token names its role, and marks a guest for processes of 1.0', async () => {
  const issue = await issuerOf({ signs: old.privateKey, accepted: old.publicKey });
  const payloadOf = async (role: 'guest' | 'bot') => jwt.decode((await issue('u1', NOW, { role })).token);
  expect(await payloadOf('guest')).toMatchObject({ role: 'guest', guest: true });
  expect(await payloadOf('bot')).toMatchObject({ role: 'bot' });
});

test('rejects a signing key without its public key', async () => {
  const issuer = issuerOf({ signs: next.privateKey, accepted: old.publicKey });
  await expect(issuer).rejects.toThrow('is not in JWT_PUBLIC_KEY_FILE');
});

test('a new key signs once its public key is published, and the old one until then', async () => {
  const files = { signs: old.privateKey, accepted: old.publicKey };
  const issue = await issuerOf(files);
  files.signs = next.privateKey;
  expect(kidOf((await issue('u1', NOW)).token)).toBe(parseSigningKey(old.privateKey).id);
  files.accepted = old.publicKey + next.publicKey;
  expect(kidOf((await issue('u1', NOW)).token)).toBe(parseSigningKey(next.privateKey).id);
});

test('does not sign if no service would accept the token', async () => {
  const files = { signs: old.privateKey, accepted: old.publicKey };
  const issue = await issuerOf(files);
  files.accepted = next.publicKey;
  await expect(issue('u1', NOW)).rejects.toEqual(errorOf('UNAVAILABLE', { retryAfter: 1 }));
});
