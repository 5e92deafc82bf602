import { join } from 'node:path';
import { BackupError } from './backup-error.ts';
import { type ComparedRow, compareRestored, comparisonTable, isLoss } from './compare.ts';
import {
  deleteCollections,
  deleteIncompleteCopies,
  placeCollections,
  setCollectionsAside,
} from './documents.ts';
import { type Journal, nextStep, type Phase, removeJournal, writeJournal } from './journal.ts';
import { readLines } from './lines.ts';
import type { Manifest } from './manifest.ts';
import { deleteKeys, placeKeys, type StoredKey, setKeysAside } from './redis-keys.ts';
import { allKeys } from './redis-servers.ts';
import { type Resumed, resumeGames } from './resume-games.ts';
import type { Transform } from './sealing.ts';
import { collectionOn, keyOn, type Shelf } from './shelves.ts';
import type { Stores } from './stores.ts';

/** Called before a phase; the restore waits for it. */
export type OnPhase = (phase: Phase) => void | Promise<void>;

/** Result of a restore. */
export interface Restored extends Resumed {
  rows: ComparedRow[];
}

interface Swap {
  stores: Stores;
  /** Folder of the backup. */
  dir: string;
  manifest: Manifest;
  open: Transform;
  graceMs: number;
  now: () => number;
  onPhase: OnPhase | undefined;
}

async function place({ redis, mongo }: Stores, shelf: Shelf): Promise<void> {
  await placeKeys(redis, shelf);
  await placeCollections(mongo.db(), shelf);
}

async function remove({ redis, mongo }: Stores, shelf: Shelf | 'live'): Promise<void> {
  await deleteKeys(redis, shelf);
  await deleteCollections(mongo.db(), shelf);
}

/** Throws a BackupError if former content is aside without a journal: MongoDB lost it. */
export async function assertNoFormer({ redis, mongo }: Stores): Promise<void> {
  const keys = [...(await allKeys(redis))].filter((name) => keyOn('former', name) !== undefined);
  const listed = await mongo.db().listCollections({}, { nameOnly: true }).toArray();
  const collections = listed.filter(({ name }) => collectionOn('former', name) !== undefined);
  if (keys.length + collections.length > 0)
    throw new BackupError(
      `an interrupted restore left ${keys.length} keys restore:former:* and ${collections.length} collections restore.former.*, and its state is lost: copy and delete them first`,
    );
}

/** Deletes what was staged. */
export async function deleteStaged(stores: Stores): Promise<void> {
  for (const shelf of ['staged', 'compared'] as const) await remove(stores, shelf);
}

/** Deletes what was staged and the journal. */
export async function endRestore(stores: Stores): Promise<void> {
  await deleteStaged(stores);
  await removeJournal(stores.mongo.db());
}

async function compare({ stores, now, ...swap }: Swap, { stagedAt }: Journal): Promise<ComparedRow[]> {
  const rows = await compareRestored(stores, { ...swap, stagedAt, now: now() });
  if (rows.some(isLoss))
    throw new BackupError(
      ['the restored stores differ from the backup', ...comparisonTable(rows.filter(isLoss))].join('\n'),
    );
  return rows;
}

async function keysIn({ dir, manifest, open }: Swap): Promise<string[]> {
  const keys: string[] = [];
  for await (const line of readLines(join(dir, manifest.redis.file), open))
    keys.push((JSON.parse(line) as StoredKey).key);
  return keys;
}

async function resume(swap: Swap, { resumeAts }: Journal): Promise<Resumed> {
  const { redis, mongo } = swap.stores;
  const options = { redis, db: mongo.db(), moments: [swap.manifest.takenAt, ...resumeAts] };
  return resumeGames(options, await keysIn(swap));
}

/**
 * Puts the staged stores in the place of the former ones, from the phase of the journal on. Each phase can be repeated
 * after an interruption.
 */
export async function finishRestore(swap: Swap, from: Journal): Promise<Restored> {
  const { stores, graceMs, now, onPhase } = swap;
  const db = stores.mongo.db();
  const restored: Restored = { rows: [], games: 0, ended: 0 };
  let journal = from;
  const save = async (change: Partial<Journal>): Promise<void> => {
    journal = { ...journal, ...change };
    await writeJournal(db, journal);
  };
  const steps: readonly (readonly [Phase, () => Promise<void>])[] = [
    [
      'settingAside',
      async () => {
        await setKeysAside(stores.redis);
        await setCollectionsAside(db, journal.copied, (name) => save({ copied: [...journal.copied, name] }));
      },
    ],
    ['placing', () => place(stores, 'staged')],
    [
      'comparing',
      async () => {
        restored.rows = await compare(swap, journal);
      },
    ],
    [
      'resuming',
      async () => {
        await save({ resumeAts: [...journal.resumeAts, now() + graceMs] });
        Object.assign(restored, await resume(swap, journal));
      },
    ],
    [
      'discarding',
      async () => {
        await remove(stores, 'former');
        await endRestore(stores);
      },
    ],
  ];
  const first = Math.max(
    0,
    steps.findIndex(([phase]) => phase === journal.phase),
  );
  if (['undoing', 'clearing', 'returning'].includes(journal.phase)) throw new BackupError(nextStep(journal));
  for (const [phase, run] of steps.slice(first)) {
    await save({ phase });
    await onPhase?.(phase);
    await run();
  }
  return restored;
}

/** Brings back the former stores, from any phase before `discarding`. Each phase can be repeated. */
export async function rollBack(stores: Stores, journal: Journal, onPhase?: OnPhase): Promise<void> {
  const db = stores.mongo.db();
  const enter = async (phase: Phase): Promise<void> => {
    await writeJournal(db, { ...journal, phase });
    await onPhase?.(phase);
  };
  if (journal.phase === 'settingAside' || journal.phase === 'undoing') {
    await enter('undoing');
    await deleteIncompleteCopies(db, journal.copied);
  } else if (journal.phase !== 'staging' && journal.phase !== 'returning') {
    await enter('clearing');
    await remove(stores, 'live');
  }
  await enter('returning');
  await place(stores, 'former');
  await endRestore(stores);
}
