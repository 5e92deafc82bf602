import type { Db } from 'mongodb';
import { z } from 'zod';
import { BackupError } from './backup-error.ts';
import { JOURNAL } from './shelves.ts';

/**
 * State of a restore. It is in MongoDB, as a full Redis refuses to write it. `undoing`, `clearing` and `returning` bring
 * back the former stores.
 */
const journal = z.object({
  phase: z.enum([
    ...(['staging', 'settingAside', 'placing', 'comparing', 'resuming', 'discarding'] as const),
    ...(['undoing', 'clearing', 'returning'] as const),
  ]),
  /** Name of the backup. */
  backup: z.string(),
  /** Epoch ms. */
  stagedAt: z.number(),
  /** Collections whose copy is complete, in a store without renaming. */
  copied: z.array(z.string()),
  /** Times at which the clocks of games run: one for each attempt to resume them, epoch ms. */
  resumeAts: z.array(z.number()),
});

export type Journal = z.output<typeof journal>;
export type Phase = Journal['phase'];

const ID = 'restore';

function entries(db: Db) {
  return db.collection<{ _id: string }>(JOURNAL, { writeConcern: { w: 'majority', journal: true } });
}

/** Returns the state of a restore that runs or was interrupted, or null. */
export async function readJournal(db: Db): Promise<Journal | null> {
  const found = await entries(db).findOne({ _id: ID });
  return found && journal.parse(found);
}

/** Stores the state durably. */
export async function writeJournal(db: Db, state: Journal): Promise<void> {
  await entries(db).replaceOne({ _id: ID }, state, { upsert: true });
}

export async function removeJournal(db: Db): Promise<void> {
  await db.dropCollection(JOURNAL);
}

/** Returns what the operator does about an interrupted restore. Pure. */
export function nextStep({ phase, backup }: Journal): string {
  const steps = {
    ...(!['undoing', 'clearing', 'returning'].includes(phase) && { '--resume': 'finishes it' }),
    ...(phase !== 'discarding' && { '--rollback': 'brings back the former stores' }),
  };
  const options = Object.entries(steps).map(([flag, effect]) => `restore ${flag} ${effect}`);
  return `the restore of ${backup} is not finished (${phase}): keep all services stopped; ${options.join(', ')}`;
}

/** Throws a BackupError while a restore is moving the stores' content, or was interrupted in this. */
export async function assertWhole(db: Db): Promise<void> {
  const state = await readJournal(db);
  if (state !== null && state.phase !== 'staging') throw new BackupError(nextStep(state));
}
