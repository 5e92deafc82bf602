import { createReadStream, existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { IndexDescription } from 'mongodb';
import { z } from 'zod';
import { BackupError } from './backup-error.ts';
import { checksumOf } from './lines.ts';

/** Backup format version; incremented by incompatible changes. */
const FORMAT = 1;
export const MANIFEST = 'manifest.json';

const part = z.object({ file: z.string().regex(/^[\w.-]+$/), lines: z.number(), sha256: z.string() });
const manifest = z.object({
  form: z.literal(FORMAT),
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

export function newManifest(contents: Omit<Manifest, 'form'>): Manifest {
  return { form: FORMAT, ...contents };
}

/** Returns the data files of a backup. */
export function filesOf({ redis, documents }: Manifest): { file: string; sha256: string }[] {
  return [redis, ...documents];
}

/** Parses the text of a manifest. Throws a BackupError that names the backup. */
export function parseManifest(text: string, backup: string): Manifest {
  try {
    return manifest.parse(JSON.parse(text));
  } catch (error) {
    const reason = error instanceof z.ZodError ? z.prettifyError(error) : String(error);
    throw new BackupError(`${backup} holds no backup that can be read: ${reason}`);
  }
}

/** Reads the manifest of a folder and verifies every file in it. Throws a BackupError. */
export async function openBackup(dir: string): Promise<Manifest> {
  const path = join(dir, MANIFEST);
  if (!existsSync(path)) throw new BackupError(`${dir} holds no backup that can be read: no ${MANIFEST}`);
  const read = parseManifest(readFileSync(path, 'utf8'), dir);
  for (const { file, sha256 } of filesOf(read)) {
    const found = await checksumOf(createReadStream(join(dir, file))).catch(() => 'none: it cannot be read');
    if (found !== sha256) throw new BackupError(`${join(dir, file)} is damaged: its checksum is ${found}`);
  }
  return read;
}
