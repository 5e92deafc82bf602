import { createWriteStream, existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { BackupError } from '../backup-error.ts';
import { checksumOf } from '../lines.ts';
import { authenticate, filesOf, MANIFEST, type Manifest, parseManifest, type Trust } from '../manifest.ts';
import { SIGNATURE } from '../signing.ts';

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

/** Stores a backup of a local folder. */
export async function upload(
  place: BackupPlace,
  name: string,
  dir: string,
  manifest: Manifest,
): Promise<void> {
  const signature = existsSync(join(dir, SIGNATURE)) ? [SIGNATURE] : [];
  for (const file of [...filesOf(manifest).map((one) => one.file), ...signature, MANIFEST])
    await place.write(name, file, join(dir, file));
}

async function bytesOf(place: BackupPlace, name: string, file: string): Promise<Buffer> {
  return Buffer.concat(await (await place.read(name, file)).toArray());
}

/** Codes of a missing file: of a folder, and of object stores. */
const MISSING = ['ENOENT', 'NoSuchKey', 'NotFound'];

async function signatureIn(place: BackupPlace, name: string): Promise<Buffer | null> {
  try {
    return await bytesOf(place, name, SIGNATURE);
  } catch (error) {
    const { code, name: kind } = error as Error & { code?: string };
    if (MISSING.includes(code ?? kind)) return null;
    throw error;
  }
}

/** Reads the manifest of a stored backup without its signature. Throws a BackupError. */
export async function manifestIn(place: BackupPlace, name: string): Promise<Manifest> {
  return parseManifest(await bytesOf(place, name, MANIFEST), name);
}

/** Reads all files of a stored backup and compares their checksums. Throws a BackupError. */
export async function verify(place: BackupPlace, name: string): Promise<void> {
  for (const { file, sha256 } of filesOf(await manifestIn(place, name))) {
    if ((await checksumOf(await place.read(name, file))) !== sha256)
      throw new BackupError(`${name}/${file} is damaged where it is stored`);
  }
}

/** Copies a stored backup into a new local folder, once its manifest is authenticated. Throws a BackupError. */
export async function download(place: BackupPlace, name: string, dir: string, trust: Trust): Promise<void> {
  const manifest = await bytesOf(place, name, MANIFEST);
  authenticate(manifest, trust === 'any' ? null : await signatureIn(place, name), name, trust);
  mkdirSync(dir, { recursive: true, mode: 0o700 });
  writeFileSync(join(dir, MANIFEST), manifest, { mode: 0o600 });
  for (const { file } of filesOf(parseManifest(manifest, name)))
    await pipeline(await place.read(name, file), createWriteStream(join(dir, file), { mode: 0o600 }));
}
