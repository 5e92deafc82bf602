import { createPublicKey, generateKeyPairSync } from 'node:crypto';
import { expect, test } from 'vitest';
import { makeTestKeys } from '../testing/index.ts';
import { keyIdOf, parsePublicKeys } from './public-keys.ts';

/** Made by openssl; the thumbprint was computed independently, as defined in RFC 7638. */
const PEM = `-----BEGIN PUBLIC KEY-----
MFkwEwYHKoZIzj0CAQYIKoZIzj0DAQcDQgAEGMNvIlt8JFRuMqDmCeXIm45WoW9w
qG9oxAr5SDzEfOquHYiLOkClJ319eDJzmuB8yS7J8rfMgOOVaeeeEw1RTA==
-----END PUBLIC KEY-----
`;
const KID = '4Ej20j2ieTWjh8x5Gt0PI-ZZI_u1kDGJj0I0WcwDiis';

test('the id of a key is its thumbprint', () => {
  expect(keyIdOf(createPublicKey(PEM))).toBe(KID);
});

test('a file may contain several keys and other lines between them', () => {
  const { publicKey } = makeTestKeys();
  const keys = parsePublicKeys(`# of last year\n${PEM}# of this year\n${publicKey}`);
  expect([...keys.keys()]).toEqual([KID, keyIdOf(createPublicKey(publicKey))]);
});

const { privateKey } = makeTestKeys();
const rsa = generateKeyPairSync('rsa', { modulusLength: 1_024 }).publicKey.export({
  type: 'spki',
  format: 'pem',
});

test.each([
  ['nothing', '', 'no public key'],
  ['a private key', privateKey, 'it holds a PRIVATE KEY'],
  ['a private key beside a public one', PEM + privateKey, 'it holds a PRIVATE KEY'],
  ['a key of another kind', String(rsa), 'not of the curve P-256'],
  ['half a key after a whole one', PEM + PEM.slice(0, 90), 'cut off'],
])('refuses %s and states the mistake', (_, text, message) => {
  expect(() => parsePublicKeys(text)).toThrow(message);
});
