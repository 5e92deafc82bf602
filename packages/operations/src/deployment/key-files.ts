import { generateKeyPairSync, randomBytes } from 'node:crypto';
import { existsSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { makePrivateDir } from './private-files.ts';

export type KeyFiles = {
  privateKey: string;
  publicKey: string;
  serviceToken: string;
  redisPassword: string;
  backupSigning: string;
};

/** Writes a secret atomically, readable by its owner alone. */
export function writeSecret(path: string, text: string): void {
  const draft = `${path}.new`;
  writeFileSync(draft, text, { mode: 0o600 });
  renameSync(draft, path);
}

/**
 * Overwrites a secret in place, so that a container with this file mounted sees it. A complete copy lies beside the file
 * during the write. Readers of a half-written file read it again on change.
 */
export function replaceSecret(path: string, text: string): void {
  const draft = `${path}.new`;
  writeFileSync(draft, text, { mode: 0o600, flush: true });
  writeFileSync(path, text, { mode: 0o600, flush: true });
  rmSync(draft);
}

/** Generates a key pair for signing tokens (ES256), PEM. */
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

/** Generates the key that signs backups (Ed25519), PEM. It contains its public half. */
function makeBackupKey(): string {
  return generateKeyPairSync('ed25519', {
    publicKeyEncoding: { type: 'spki', format: 'pem' },
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
  }).privateKey;
}

/**
 * Returns the files of the signing keys (ES256), the service token, the Redis password and the signing key of backups of a
 * data folder; generates them on first use.
 */
export function ensureKeys(dir: string): KeyFiles {
  makePrivateDir(dir);
  const files: KeyFiles = {
    privateKey: join(dir, 'jwt-private.pem'),
    publicKey: join(dir, 'jwt-public.pem'),
    serviceToken: join(dir, 'service-token'),
    redisPassword: join(dir, 'redis-password'),
    backupSigning: join(dir, 'backup-signing.pem'),
  };
  // The private key is written last, so after a crash in between both are generated again.
  if (!existsSync(files.privateKey)) {
    const pair = makeKeyPair();
    writeSecret(files.publicKey, pair.publicKey);
    writeSecret(files.privateKey, pair.privateKey);
  }
  for (const file of [files.serviceToken, files.redisPassword])
    if (!existsSync(file)) writeSecret(file, randomSecret());
  if (!existsSync(files.backupSigning)) writeSecret(files.backupSigning, makeBackupKey());
  return files;
}
