import { createReadStream, existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { IndexDescription } from 'mongodb';
import { z } from 'zod';
import { BackupError } from './backup-error.ts';
import { checksumOf } from './lines.ts';
import { SIGNATURE, type Signer, type Verifier } from './signing.ts';

/** Backup format version; incremented by incompatible changes. */
const FORMAT = 1;
export const MANIFEST = 'manifest.json';

const part = z.object({ file: z.string().regex(/^[\w.-]+$/), lines: z.number(), sha256: z.string() });
const manifest = z.object({
  form: z.literal(FORMAT),
  /** Without it a signed backup could be stored again under a later name. Older backups have none, and no signature. */
  name: z.string().optional(),
  /** Epoch ms, before the first key was read: the backed-up games include every event up to then. */
  takenAt: z.number(),
  seconds: z.number(),
  redis: part.extend({ version: z.string() }),
  documents: z.array(
    part.extend({
      name: z.string(),
      indexes: z.array(
        z.custom<IndexDescription>((index) => typeof index === 'object' && index !== null && 'key' in index),
      ),
    }),
  ),
});

/** Contents of a backup; written last, so that a folder without it is incomplete. */
export type Manifest = z.output<typeof manifest>;
export type Contents = Omit<Manifest, 'form' | 'name'>;

/** Writes the manifest, and its signature before it. */
export function writeManifest(
  dir: string,
  { name, ...contents }: Contents & { name: string },
  sign: Signer | undefined,
): Manifest {
  const written: Manifest = { form: FORMAT, name, ...contents };
  const bytes = Buffer.from(`${JSON.stringify(written, null, 2)}\n`);
  const options = { mode: 0o600, flush: true };
  if (sign) writeFileSync(join(dir, SIGNATURE), sign(bytes), options);
  writeFileSync(join(dir, MANIFEST), bytes, options);
  return written;
}

/** Returns the data files of a backup. */
export function filesOf({ redis, documents }: Manifest): { file: string; sha256: string }[] {
  return [redis, ...documents];
}

/** Parses the bytes of a manifest. Throws a BackupError that names the backup. */
export function parseManifest(bytes: Buffer, backup: string): Manifest {
  try {
    return manifest.parse(JSON.parse(bytes.toString('utf8')));
  } catch (error) {
    const reason = error instanceof z.ZodError ? z.prettifyError(error) : String(error);
    throw new BackupError(`${backup} holds no backup that can be read: ${reason}`);
  }
}

/** How a restore knows that a backup is its own; `any`: it takes each. */
export type Trust = Verifier | 'any';

/**
 * Throws a BackupError unless the manifest has this signature of a trusted key, and its own name. Its checksums cover
 * all other files.
 */
export function authenticate(bytes: Buffer, signature: Buffer | null, backup: string, trust: Trust): void {
  if (trust === 'any') return;
  const reason =
    signature === null
      ? 'is not signed'
      : !trust(bytes, signature)
        ? 'is not signed by a known key'
        : parseManifest(bytes, backup).name !== backup
          ? 'was signed under another name'
          : null;
  if (reason !== null)
    throw new BackupError(
      `${backup} ${reason}: it may be forged; --accept-unsigned restores it nevertheless`,
    );
}

/** Reads the manifest of a folder and verifies every file in it. Throws a BackupError. */
export async function openBackup(dir: string): Promise<Manifest> {
  const path = join(dir, MANIFEST);
  if (!existsSync(path)) throw new BackupError(`${dir} holds no backup that can be read: no ${MANIFEST}`);
  const read = parseManifest(readFileSync(path), dir);
  for (const { file, sha256 } of filesOf(read)) {
    const found = await checksumOf(createReadStream(join(dir, file))).catch(() => 'none: it cannot be read');
    if (found !== sha256) throw new BackupError(`${join(dir, file)} is damaged: its checksum is ${found}`);
  }
  return read;
}
