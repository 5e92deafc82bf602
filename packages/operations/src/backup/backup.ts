import { mkdtemp, readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { LAST_BACKUP_KEY } from '@doushouqi/protocol/server';
import { BackupError } from './backup-error.ts';
import { compareRestored, type DrillRow } from './drill.ts';
import type { Manifest } from './manifest.ts';
import { type BackupPlace, download, nameOf, timeOf, upload, verify } from './places/place.ts';
import { type RestoreOptions, restoreBackup } from './restore.ts';
import type { Resumed } from './resume-games.ts';
import { expiredTimes, type RetentionPolicy } from './retention.ts';
import { createOpener } from './sealing.ts';
import type { Stores } from './stores.ts';
import { type TakeOptions, takeBackup } from './take.ts';

const DAY_MS = 86_400_000;

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
}

/** A backup and the names of those that it replaced. */
export interface BackupResult {
  name: string;
  manifest: Manifest;
  removed: string[];
}

/**
 * Takes a backup, stores it, reads it back, and only then deletes expired ones and incomplete ones of former days.
 * Throws a BackupError, and leaves older backups as they are.
 */
export async function backUp(
  stores: Stores,
  place: BackupPlace,
  options: BackupOptions,
): Promise<BackupResult> {
  const { now, scratch, retention } = options;
  const name = nameOf(now());
  const { complete, incomplete } = await place.names();
  if (complete.includes(name)) throw new BackupError(`${name} is there already`);
  const manifest = await withScratch(scratch, async (dir) => {
    const taken = await takeBackup(stores, dir, options);
    await upload(place, name, dir, taken);
    return taken;
  });
  await verify(place, name);
  await stores.redis.set(LAST_BACKUP_KEY, manifest.takenAt);
  if (retention === undefined) return { name, manifest, removed: [] };
  const times = [...complete, name].map(timeOf).filter((time) => !Number.isNaN(time));
  const abandoned = incomplete.filter((one) => timeOf(one) < now() - DAY_MS);
  const removed = [...expiredTimes(times, retention).map(nameOf), ...abandoned];
  for (const one of removed) await place.remove(one);
  return { name, manifest, removed };
}

export interface RestoreFromOptions extends RestoreOptions {
  /** The newest complete backup if undefined. */
  name: string | undefined;
  /** Local folder with space for one backup. */
  scratch: string;
}

/** Result of a restore; `rows` compare the stores with the backup. */
export interface RestoredBackup extends Resumed {
  name: string;
  manifest: Manifest;
  rows: DrillRow[];
}

/** Restores a stored backup and compares. Throws a BackupError. */
export async function restoreFrom(
  stores: Stores,
  place: BackupPlace,
  { name, scratch, ...options }: RestoreFromOptions,
): Promise<RestoredBackup> {
  const { complete } = await place.names();
  const found = name === undefined ? complete.at(-1) : complete.find((one) => one === name);
  if (found === undefined)
    throw new BackupError(
      `no complete backup${name ? ` ${name}` : ''}; there are: ${complete.join(', ') || 'none'}`,
    );
  return withScratch(scratch, async (dir) => {
    await download(place, found, dir);
    const { manifest, ...resumed } = await restoreBackup(stores, dir, options);
    const rows = await compareRestored(stores, dir, manifest, options.open ?? createOpener(undefined));
    return { name: found, manifest, rows, ...resumed };
  });
}
