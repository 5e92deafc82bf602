import { mkdtemp, readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { BACKUP_ASIDE_KEY, LAST_BACKUP_KEY } from '@doushouqi/protocol/server';
import { BackupError } from './backup-error.ts';
import { assertWhole, readJournal } from './journal.ts';
import type { Contents, Manifest, Trust } from './manifest.ts';
import { expiredNames, nameOf, newestOf, nextName, timeOf } from './names.ts';
import { type BackupPlace, download, manifestIn, upload, verify } from './places/place.ts';
import { type RestoreOptions, restoreBackup } from './restore.ts';
import type { RetentionPolicy } from './retention.ts';
import type { Stores } from './stores.ts';
import type { Restored } from './swap.ts';
import { type TakeOptions, takeBackup } from './take.ts';

/** A backup with less than these shares of the documents or keys of the last one is set aside. */
const LEAST_DOCUMENTS = 1 / 2;
/** Games and sessions of a quiet night are fewer than those of an evening. */
const LEAST_KEYS = 1 / 10;
/** A collection that had this many documents, none of which expire, does not become empty. */
const MANY = 100;

function documentsIn({ documents }: Contents): number {
  return documents.reduce((sum, { lines }) => sum + lines, 0);
}

/**
 * Returns why a backup looks like one of stores that lost their content, compared with the last good one; null if it
 * does not. Pure.
 */
function shrinkageOf(contents: Contents, last: Contents | null): string | null {
  const documents = documentsIn(contents);
  if (documents === 0) return 'it has no documents';
  if (last === null) return null;
  const before = documentsIn(last);
  if (documents < before * LEAST_DOCUMENTS) return `it has ${documents} documents, the last one ${before}`;
  if (contents.redis.lines < last.redis.lines * LEAST_KEYS)
    return `it has ${contents.redis.lines} keys, the last one ${last.redis.lines}`;
  const emptied = last.documents.find(
    ({ name, lines, indexes }) =>
      lines >= MANY &&
      indexes.every(({ expireAfterSeconds }) => expireAfterSeconds === undefined) &&
      !contents.documents.some((one) => one.name === name && one.lines > 0),
  );
  return emptied ? `it has no documents of ${emptied.name}, the last one ${emptied.lines}` : null;
}

const DAY_MS = 86_400_000;
const CLAIM_MS = 60_000;

const SCRATCH_PREFIX = '.doushouqi-backup-';

/** Runs `work` with a private folder, which is deleted afterwards, as are those of processes that were killed. */
async function withScratch<T>(scratch: string, work: (dir: string) => Promise<T>): Promise<T> {
  for (const entry of await readdir(scratch)) {
    const path = join(scratch, entry);
    const isAbandoned = entry.startsWith(SCRATCH_PREFIX) && Date.now() - (await stat(path)).mtimeMs > DAY_MS;
    if (isAbandoned) await rm(path, { recursive: true, force: true });
  }
  const dir = await mkdtemp(join(scratch, SCRATCH_PREFIX));
  try {
    return await work(join(dir, 'backup'));
  } finally {
    await rm(dir, { recursive: true, force: true });
  }
}

export interface BackupOptions extends TakeOptions {
  /** Local folder with space for one backup. */
  scratch: string;
  retention?: RetentionPolicy;
  /** Takes a backup for good even if it is much smaller than the last one. */
  acceptsSmaller?: boolean;
}

/** A backup and the names of those that it replaced. `aside`: why it was set aside, or null. */
export interface BackupResult {
  name: string;
  manifest: Manifest;
  removed: string[];
  aside: string | null;
}

/** Two backups of one second would write the same files. */
async function claim({ redis }: Stores, name: string): Promise<void> {
  if ((await redis.set(`operations:claim:${name}`, '1', 'PX', CLAIM_MS, 'NX')) !== 'OK')
    throw new BackupError(`another process takes the backup ${name}`);
}

/** Returns the manifest of the last good backup; null if there is none, or none that can be read. */
async function lastIn(place: BackupPlace, complete: readonly string[]): Promise<Manifest | null> {
  const newest = newestOf(complete);
  if (newest === undefined) return null;
  return manifestIn(place, newest).catch((error) => {
    if (error instanceof BackupError) return null;
    throw error;
  });
}

/**
 * Takes a backup, stores it, reads it back, and only then deletes expired ones and incomplete ones of former days. One
 * that is much smaller than the last is set aside. Throws a BackupError, and leaves older backups as they are.
 */
export async function backUp(
  stores: Stores,
  place: BackupPlace,
  options: BackupOptions,
): Promise<BackupResult> {
  const { now, scratch, retention, acceptsSmaller = false } = options;
  await assertWhole(stores.mongo.db());
  const { complete, incomplete } = await place.names();
  const startedAt = now();
  await claim(stores, nextName(complete, startedAt));
  const last = await lastIn(place, complete);
  let aside: string | null = null;
  const nameIt = (contents: Contents): string => {
    aside = acceptsSmaller ? null : shrinkageOf(contents, last);
    return nameOf(startedAt, aside !== null);
  };
  const manifest = await withScratch(scratch, async (dir) => {
    const taken = await takeBackup(stores, dir, options, nameIt);
    await upload(place, taken.name!, dir, taken);
    return taken;
  });
  const name = manifest.name!;
  await verify(place, name).catch(async (error) => {
    await place.remove(name);
    throw error;
  });
  if (aside === null) {
    await stores.redis.set(LAST_BACKUP_KEY, manifest.takenAt);
    await stores.redis.del(BACKUP_ASIDE_KEY);
  } else await stores.redis.set(BACKUP_ASIDE_KEY, manifest.takenAt);
  if (retention === undefined) return { name, manifest, removed: [], aside };
  const abandoned = incomplete.filter((one) => timeOf(one) < now() - DAY_MS);
  const removed = [...expiredNames([...complete, name], retention), ...abandoned];
  for (const one of removed) await place.remove(one);
  return { name, manifest, removed, aside };
}

export interface RestoreFromOptions extends Omit<RestoreOptions, 'name'> {
  /** The newest complete backup if undefined. */
  name: string | undefined;
  /** Local folder with space for one backup. */
  scratch: string;
  /** Throws a BackupError if no key is configured. */
  trust: () => Trust;
}

/** Result of a restore; `rows` compare the stores with the backup. */
export interface RestoredBackup extends Restored {
  name: string;
  manifest: Manifest;
}

/** Authenticates and restores a stored backup. Throws a BackupError. */
export async function restoreFrom(
  stores: Stores,
  place: BackupPlace,
  { name, scratch, trust, ...options }: RestoreFromOptions,
): Promise<RestoredBackup> {
  const { complete } = await place.names();
  const interrupted = options.resume ? await readJournal(stores.mongo.db()) : null;
  const wanted = interrupted?.backup ?? name;
  const found = wanted === undefined ? newestOf(complete) : complete.find((one) => one === wanted);
  if (found === undefined)
    throw new BackupError(
      `no complete backup${wanted ? ` ${wanted}` : ''}; there are: ${complete.join(', ') || 'none'}`,
    );
  return withScratch(scratch, async (dir) => {
    await download(place, found, dir, trust());
    return { name: found, ...(await restoreBackup(stores, dir, { ...options, name: found })) };
  });
}
