import { createWriteStream, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { BackupError } from '../backup-error.ts';
import { checksumOf } from '../lines.ts';
import { filesOf, MANIFEST, type Manifest, parseManifest } from '../manifest.ts';

/** Stores backups by name. A backup is complete when its manifest is stored, which is written last. */
export interface BackupPlace {
  /** Names of all backups, by whether they are complete, in ascending order. */
  names(): Promise<{ complete: string[]; incomplete: string[] }>;
  /** Rejects if the file does not exist. */
  read(name: string, file: string): Promise<Readable>;
  /** Stores the file of the local `path`. */
  write(name: string, file: string, path: string): Promise<void>;
  /** Deletes a backup, its manifest first. */
  remove(name: string): Promise<void>;
}

/** Returns the name of a backup: its time, UTC. */
export function nameOf(takenAt: number): string {
  return new Date(takenAt).toISOString().replaceAll(/[-:]|\.\d+/g, '');
}

/** Returns the time in a name, epoch ms; NaN for another name. */
export function timeOf(name: string): number {
  return Date.parse(name.replace(/^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/, '$1-$2-$3T$4:$5:$6Z'));
}

/** Stores a backup of a local folder. */
export async function upload(
  place: BackupPlace,
  name: string,
  dir: string,
  manifest: Manifest,
): Promise<void> {
  for (const { file } of filesOf(manifest)) await place.write(name, file, join(dir, file));
  await place.write(name, MANIFEST, join(dir, MANIFEST));
}

async function manifestIn(place: BackupPlace, name: string): Promise<Manifest> {
  const bytes = await (await place.read(name, MANIFEST)).toArray();
  return parseManifest(Buffer.concat(bytes).toString('utf8'), name);
}

/** Reads all files of a stored backup and compares their checksums. Throws a BackupError. */
export async function verify(place: BackupPlace, name: string): Promise<void> {
  for (const { file, sha256 } of filesOf(await manifestIn(place, name))) {
    if ((await checksumOf(await place.read(name, file))) !== sha256)
      throw new BackupError(`${name}/${file} is damaged where it is stored`);
  }
}

/** Copies a stored backup into a new local folder. */
export async function download(place: BackupPlace, name: string, dir: string): Promise<void> {
  mkdirSync(dir, { recursive: true, mode: 0o700 });
  const files = filesOf(await manifestIn(place, name)).map(({ file }) => file);
  for (const file of [...files, MANIFEST])
    await pipeline(await place.read(name, file), createWriteStream(join(dir, file), { mode: 0o600 }));
}
