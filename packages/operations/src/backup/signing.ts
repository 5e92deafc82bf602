import { createPrivateKey, createPublicKey, type KeyObject, sign, verify } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { BackupError } from './backup-error.ts';

/** File with the signature of the manifest. The recipients' public key is enough to encrypt, so encryption proves no origin. */
export const SIGNATURE = 'manifest.sig';

/** Returns the Ed25519 signature of a manifest. */
export type Signer = (manifest: Buffer) => Buffer;
/** Returns whether a known key made the signature. */
export type Verifier = (manifest: Buffer, signature: Buffer) => boolean;

const PEM_BLOCK = /-----BEGIN [^-]+-----[^-]+-----END [^-]+-----/g;

function keysIn(file: string, read: (pem: string) => KeyObject): KeyObject[] {
  try {
    const keys = (readFileSync(file, 'utf8').match(PEM_BLOCK) ?? []).map(read);
    if (keys.length > 0 && keys.every((key) => key.asymmetricKeyType === 'ed25519')) return keys;
    throw new Error('it holds no Ed25519 key');
  } catch (error) {
    throw new BackupError(`${file} cannot be used: ${(error as Error).message}`);
  }
}

/** Returns a signer with the private key of a PEM file. Throws a BackupError. */
export function createSigner(file: string): Signer {
  const [key] = keysIn(file, createPrivateKey);
  return (manifest) => sign(null, manifest, key!);
}

/** Returns a verifier with all keys of a PEM file: public ones, or the private ones of `createSigner`. Throws a BackupError. */
export function createVerifier(file: string): Verifier {
  const keys = keysIn(file, createPublicKey);
  return (manifest, signature) => keys.some((key) => verify(null, manifest, key, signature));
}
