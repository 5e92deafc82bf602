import { generateKeyPairSync, randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

export type KeyFiles = { privateKey: string; publicKey: string; serviceToken: string };

/** Writes a secret that only its owner can read; whole or not at all. */
function writeSecret(path: string, text: string): void {
  const draft = `${path}.new`;
  writeFileSync(draft, text, { mode: 0o600 });
  renameSync(draft, path);
}

/** The signing keys (ES256) and the service token of a data folder, made on first use and kept from then on. */
export function ensureKeys(dir: string): KeyFiles {
  mkdirSync(dir, { recursive: true, mode: 0o700 });
  const files: KeyFiles = {
    privateKey: join(dir, 'jwt-private.pem'),
    publicKey: join(dir, 'jwt-public.pem'),
    serviceToken: join(dir, 'service-token'),
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
  if (!existsSync(files.serviceToken)) writeSecret(files.serviceToken, randomBytes(32).toString('base64url'));
  return files;
}
