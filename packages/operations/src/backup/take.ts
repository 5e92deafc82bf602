import { existsSync, mkdirSync, renameSync, rmSync } from 'node:fs';
import { basename } from 'node:path';
import { BackupError } from './backup-error.ts';
import { dumpDocuments } from './documents.ts';
import { assertWhole } from './journal.ts';
import { writeLines } from './lines.ts';
import { type Contents, type Manifest, writeManifest } from './manifest.ts';
import { dumpKeys } from './redis-keys.ts';
import { serversOf } from './redis-servers.ts';
import type { Transform } from './sealing.ts';
import type { Signer } from './signing.ts';
import type { Stores } from './stores.ts';

export interface TakeOptions {
  /** Epoch ms. */
  now: () => number;
  /** Encrypts the data files. */
  seal?: Transform | undefined;
  /** Signs the manifest. */
  sign?: Signer | undefined;
}

/**
 * Writes all stored data into a new folder while games run. Reads Redis first: a game that ends during the backup is
 * then in the archive, or still in the outbox of its room; in the reverse order it could be in neither
 * (docs/operations.md). The folder gets its name when it is complete. `nameOf` returns the name in the manifest.
 */
export async function takeBackup(
  { redis, mongo }: Stores,
  dir: string,
  { now, seal, sign }: TakeOptions,
  nameOf: (contents: Contents) => string = () => basename(dir),
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
  await assertWhole(mongo.db());
  const seconds = Math.round((now() - takenAt) / 1_000);
  const contents = { takenAt, seconds, redis: { ...keys, version }, documents };
  const manifest = writeManifest(draft, { ...contents, name: nameOf(contents) }, sign);
  renameSync(draft, dir);
  return manifest;
}
