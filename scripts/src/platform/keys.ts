import { generateKeyPairSync, randomBytes } from 'node:crypto';
import { existsSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { makePrivateDir } from './private-files.ts';

export type KeyFiles = { privateKey: string; publicKey: string; serviceToken: string; redisPassword: string };

/** Writes a secret that only its owner can read; whole or not at all. */
export function writeSecret(path: string, text: string): void {
  const draft = `${path}.new`;
  writeFileSync(draft, text, { mode: 0o600 });
  renameSync(draft, path);
}

function randomSecret(): string {
  return randomBytes(32).toString('base64url');
}

/**
 * The signing keys (ES256), the service token and the password of Redis of a data folder, made on first use and kept
 * from then on.
 */
export function ensureKeys(dir: string): KeyFiles {
  makePrivateDir(dir);
  const files: KeyFiles = {
    privateKey: join(dir, 'jwt-private.pem'),
    publicKey: join(dir, 'jwt-public.pem'),
    serviceToken: join(dir, 'service-token'),
    redisPassword: join(dir, 'redis-password'),
  };
  // The private key is written last, so a crash in between makes both anew.
  if (!existsSync(files.privateKey)) {
    const pair = generateKeyPairSync('ec', {
      namedCurve: 'P-256',
      publicKeyEncoding: { type: 'spki', format: 'pem' },
      privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
    });
    writeSecret(files.publicKey, pair.publicKey);
    writeSecret(files.privateKey, pair.privateKey);
  }
  for (const file of [files.serviceToken, files.redisPassword])
    if (!existsSync(file)) writeSecret(file, randomSecret());
  return files;
}
