import { readFileSync } from 'node:fs';
import { Readable } from 'node:stream';
import { Decrypter, Encrypter } from 'age-encryption';
import { BackupError } from './backup-error.ts';

/** Suffix of encrypted files. */
export const SEALED = '.age';

/** Transforms the bytes of a file. */
export type Transform = (bytes: Readable) => Promise<Readable>;

/** Applies a function of web streams. */
async function through(
  bytes: Readable,
  transform: (stream: ReadableStream<Uint8Array>) => Promise<ReadableStream<Uint8Array>>,
): Promise<Readable> {
  // TypeScript has two declarations of this standard class.
  const result = await transform(Readable.toWeb(bytes) as unknown as ReadableStream<Uint8Array>);
  return Readable.fromWeb(result as unknown as Parameters<typeof Readable.fromWeb>[0]);
}

/**
 * Returns a function that encrypts for the recipients (https://age-encryption.org/v1): the private key is not needed.
 * Throws a BackupError if one is not an age recipient (`age1…`).
 */
export function createSealer(recipients: readonly string[]): Transform {
  const encrypter = new Encrypter();
  for (const recipient of recipients) {
    try {
      encrypter.addRecipient(recipient);
    } catch (error) {
      throw new BackupError(`not an age recipient: ${recipient}`, { cause: error });
    }
  }
  return (bytes) => through(bytes, (stream) => encrypter.encrypt(stream));
}

/** Returns the identities (`AGE-SECRET-KEY-1…`) in a file of `age-keygen`. */
function identitiesIn(path: string): string[] {
  return readFileSync(path, 'utf8')
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '' && !line.startsWith('#'));
}

/** Returns a function that decrypts with the identities of a file. */
export function createOpener(identityFile: string | undefined): Transform {
  return async (bytes) => {
    if (identityFile === undefined)
      throw new BackupError('the backup is encrypted: BACKUP_IDENTITY_FILE names the file of its identity');
    const decrypter = new Decrypter();
    try {
      for (const identity of identitiesIn(identityFile)) decrypter.addIdentity(identity);
      return await through(bytes, (stream) => decrypter.decrypt(stream));
    } catch (error) {
      throw new BackupError(`${identityFile} does not open the backup: ${(error as Error).message}`);
    }
  };
}
