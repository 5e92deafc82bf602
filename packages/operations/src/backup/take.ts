import { existsSync, mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { BackupError } from './backup-error.ts';
import { dumpDocuments } from './documents.ts';
import { writeLines } from './lines.ts';
import { MANIFEST, type Manifest, newManifest } from './manifest.ts';
import { dumpKeys, serversOf } from './redis-keys.ts';
import type { Transform } from './sealing.ts';
import type { Stores } from './stores.ts';

export interface TakeOptions {
  /** Epoch ms. */
  now: () => number;
  /** Encrypts the data files. */
  seal?: Transform | undefined;
}

/**
 * Writes all stored data into a new folder while games run. Reads Redis first: a game that ends during the backup is
 * then in the archive, or still in the outbox of its room; in the reverse order it could be in neither
 * (docs/operations.md). The folder gets its name when it is complete.
 */
export async function takeBackup(
  { redis, mongo }: Stores,
  dir: string,
  { now, seal }: TakeOptions,
): Promise<Manifest> {
  if (existsSync(dir)) throw new BackupError(`${dir} is there already`);
  const draft = `${dir}.partial`;
  rmSync(draft, { recursive: true, force: true });
  mkdirSync(draft, { recursive: true, mode: 0o700 });
  const takenAt = now();
  const [master] = await serversOf(redis);
  const version = /redis_version:(\S+)/.exec(await master!.info('server'))?.[1] ?? 'unknown';
  const keys = await writeLines(draft, 'redis', dumpKeys(redis), seal);
  const documents: Manifest['documents'] = [];
  await dumpDocuments(mongo, async ({ name, indexes }, lines) => {
    documents.push({ name, indexes, ...(await writeLines(draft, `documents-${name}`, lines, seal)) });
  });
  const seconds = Math.round((now() - takenAt) / 1_000);
  const manifest = newManifest({ takenAt, seconds, redis: { ...keys, version }, documents });
  writeFileSync(join(draft, MANIFEST), `${JSON.stringify(manifest, null, 2)}\n`, {
    mode: 0o600,
    flush: true,
  });
  renameSync(draft, dir);
  return manifest;
}
