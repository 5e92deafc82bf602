import { basename, join } from 'node:path';
import { isShortLived } from '@doushouqi/protocol/server';
import { BackupError } from './backup-error.ts';
import { liveCollections, stageCollection } from './documents.ts';
import { type Journal, nextStep, readJournal, writeJournal } from './journal.ts';
import { readLines } from './lines.ts';
import { type Manifest, openBackup } from './manifest.ts';
import { liveKeys, stageKeys } from './redis-keys.ts';
import { assertAlone } from './redis-servers.ts';
import { createOpener, type Transform } from './sealing.ts';
import type { Stores } from './stores.ts';
import {
  assertNoFormer,
  deleteStaged,
  endRestore,
  finishRestore,
  type OnPhase,
  type Restored,
  rollBack,
} from './swap.ts';

export interface RestoreOptions {
  /** Replaces the stores' content. */
  replace: boolean;
  /** Finishes an interrupted restore of this backup. */
  resume?: boolean;
  /** Time for which the clocks stop, so that players can reconnect. Milliseconds. */
  graceMs: number;
  /** Epoch ms. */
  now: () => number;
  /** Decrypts encrypted files. */
  open?: Transform;
  /** Name of the backup; that of its folder if undefined. */
  name?: string;
  /** Called when a phase begins. */
  onPhase?: OnPhase;
}

async function assertEmpty({ redis, mongo }: Stores): Promise<void> {
  // Backups write keys of their own, also into empty stores.
  const isContent = (key: string): boolean => !isShortLived(key) && !key.startsWith('operations:');
  const keys = (await liveKeys(redis)).filter(isContent).length;
  const counts = await Promise.all(
    (await liveCollections(mongo.db())).map(async (name) => ({
      name,
      count: await mongo.db().collection(name).countDocuments(),
    })),
  );
  const documents = counts.filter(({ count }) => count > 0).map(({ name }) => name);
  if (keys > 0 || documents.length > 0)
    throw new BackupError(
      `the target is not empty: ${keys} keys in Redis, documents in ${documents.join(', ') || 'no collection'}; --replace throws them away`,
    );
}

/** Writes a backup beside what the stores hold. Reads and decrypts all of it, so it finds every fault of the backup. */
async function stage(stores: Stores, dir: string, manifest: Manifest, open: Transform): Promise<void> {
  const assertWhole = (name: string, lines: number, written: number): void => {
    if (lines !== written) throw new BackupError(`${name} is damaged: ${written} of ${lines} lines`);
  };
  for (const collection of manifest.documents) {
    const lines = readLines(join(dir, collection.file), open);
    assertWhole(
      collection.file,
      collection.lines,
      await stageCollection(stores.mongo.db(), collection, lines),
    );
  }
  const { file, lines } = manifest.redis;
  assertWhole(file, lines, await stageKeys(stores.redis, readLines(join(dir, file), open)));
}

/** Stages a backup; if that fails, deletes what it wrote. */
async function prepare(
  stores: Stores,
  dir: string,
  manifest: Manifest,
  { replace, now, open = createOpener(undefined), name = basename(dir), onPhase }: RestoreOptions,
): Promise<Journal> {
  await assertNoFormer(stores);
  // Of a restore that was killed before it changed anything.
  await deleteStaged(stores);
  if (!replace) await assertEmpty(stores);
  await assertAlone(stores.redis);
  const journal: Journal = { phase: 'staging', backup: name, stagedAt: now(), copied: [], resumeAts: [] };
  await writeJournal(stores.mongo.db(), journal);
  await onPhase?.('staging');
  try {
    await stage(stores, dir, manifest, open);
    await assertAlone(stores.redis);
    return journal;
  } catch (error) {
    const cleaned = await endRestore(stores).then(
      () => 'the stores are unchanged',
      () => 'the stores are unchanged, beside what restore --rollback deletes',
    );
    throw new BackupError(`${(error as Error).message}; ${cleaned}`, { cause: error });
  }
}

/** Brings back the former stores after an error, or tells how. */
async function undo(stores: Stores, error: unknown, onPhase: RestoreOptions['onPhase']): Promise<never> {
  const reason = (error as Error).message;
  const outcome = await rollBackRestore(stores, onPhase).then(
    () => 'the stores are as they were',
    async (failure: Error) => {
      const journal = await readJournal(stores.mongo.db()).catch(() => null);
      return journal ? nextStep(journal) : `${failure.message}: when the stores answer, restore --rollback`;
    },
  );
  throw new BackupError(`${reason}; ${outcome}`, { cause: error });
}

/**
 * Restores a backup into stores on which no service runs. Stages all of it beside the former content, sets that aside,
 * compares, resumes the games, and deletes the former content last. If it fails, the stores are as they were. If it is
 * killed, `resume` or `rollBackRestore` continues. Throws a BackupError.
 */
export async function restoreBackup(
  stores: Stores,
  dir: string,
  options: RestoreOptions,
): Promise<Restored & { manifest: Manifest }> {
  const { resume = false, open = createOpener(undefined), graceMs, now, onPhase } = options;
  const interrupted = await readJournal(stores.mongo.db());
  if (!resume && interrupted !== null && interrupted.phase !== 'staging')
    throw new BackupError(nextStep(interrupted));
  if (resume && (interrupted === null || interrupted.phase === 'staging'))
    throw new BackupError('no restore is to be finished: nothing was changed');
  const manifest = await openBackup(dir);
  const journal = resume ? interrupted! : await prepare(stores, dir, manifest, options);
  if (resume) await assertAlone(stores.redis);
  try {
    const restored = await finishRestore({ stores, dir, manifest, open, graceMs, now, onPhase }, journal);
    return { ...restored, manifest };
  } catch (error) {
    return undo(stores, error, onPhase);
  }
}

/**
 * Brings back the former content after an interrupted restore. Returns the name of its backup, or null if there was
 * none. Throws a BackupError if the restore was complete, or a service runs.
 */
export async function rollBackRestore(stores: Stores, onPhase?: OnPhase): Promise<string | null> {
  const journal = await readJournal(stores.mongo.db());
  if (journal === null) return null;
  if (journal.phase === 'discarding') throw new BackupError(nextStep(journal));
  await assertAlone(stores.redis);
  await rollBack(stores, journal, onPhase);
  return journal.backup;
}
