import { generateKeyPairSync, randomBytes } from 'node:crypto';
import { existsSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { makePrivateDir } from './private-files.ts';

export type KeyFiles = { privateKey: string; publicKey: string; serviceToken: string; redisPassword: string };

/** Writes a secret that only its owner can read; whole or not at all. */
export function writeSecret(path: string, text: string): void {
  const draft = `${path}.new`;
  writeFileSync(draft, text, { mode: 0o600 });
  renameSync(draft, path);
}

/**
 * Writes a secret anew into the file that is there, so that a container into which this one file is mounted sees it
 * too. The whole of it lies beside the file meanwhile. Who reads it half written looks again when it has changed.
 */
export function replaceSecret(path: string, text: string): void {
  const draft = `${path}.new`;
  writeFileSync(draft, text, { mode: 0o600, flush: true });
  writeFileSync(path, text, { mode: 0o600, flush: true });
  rmSync(draft);
}

/** A pair for signing tokens (ES256), PEM. */
export function makeKeyPair(): { publicKey: string; privateKey: string } {
  return generateKeyPairSync('ec', {
    namedCurve: 'P-256',
    publicKeyEncoding: { type: 'spki', format: 'pem' },
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
  });
}

export function randomSecret(): string {
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
    const pair = makeKeyPair();
    writeSecret(files.publicKey, pair.publicKey);
    writeSecret(files.privateKey, pair.privateKey);
  }
  for (const file of [files.serviceToken, files.redisPassword])
    if (!existsSync(file)) writeSecret(file, randomSecret());
  return files;
}
