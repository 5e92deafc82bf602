import { errorOf } from '@doushouqi/service-kit';
import type { RecordContext } from '../context.ts';
import { deleteEntry, ownEntry } from '../history/own-games.ts';
import { changeEntry } from '../history/tally.ts';
import type { StoredEntry } from '../models/history.ts';

type Parts = Pick<RecordContext, 'records' | 'entries' | 'tallies' | 'now'>;

async function setFavorite(
  context: Parts,
  userId: string,
  recordId: string,
  own: Pick<StoredEntry, 'favorite' | 'comment'>,
): Promise<void> {
  const { _id } = await ownEntry(context, userId, recordId);
  await changeEntry(context, userId, context.now(), async () => {
    const before = await context.entries
      .findOneAndUpdate({ _id }, { $set: own }, { returnDocument: 'before' })
      .lean();
    return [before, before && { ...before, ...own }];
  });
}

/** Marks a game as favorite with this comment, replacing an earlier one. Throws RECORD_NOT_FOUND. */
export function addFavorite(
  context: Parts,
  userId: string,
  recordId: string,
  comment: string,
): Promise<void> {
  return setFavorite(context, userId, recordId, { favorite: true, comment });
}

/** Removes the mark. Idempotent. Throws RECORD_NOT_FOUND. */
export function removeFavorite(context: Parts, userId: string, recordId: string): Promise<void> {
  return setFavorite(context, userId, recordId, { favorite: false, comment: '' });
}

/**
 * Deletes a local game, then its entry; an entry without its game is deleted by its next reader. Throws
 * RECORD_NOT_FOUND, NOT_A_LOCAL_RECORD.
 */
export async function deleteLocalRecord(context: Parts, userId: string, recordId: string): Promise<void> {
  const entry = await ownEntry(context, userId, recordId);
  if (entry.type !== 'local') throw errorOf('NOT_A_LOCAL_RECORD');
  await context.records.deleteOne({ _id: entry.recordId });
  await deleteEntry(context, userId, entry._id);
}
