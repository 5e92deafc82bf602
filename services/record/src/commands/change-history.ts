import { errorOf } from '@doushouqi/service-kit';
import type { RecordContext } from '../context.ts';
import { ownEntry } from '../history/own-games.ts';
import { changing } from '../history/tally.ts';
import type { StoredEntry } from '../models/history.ts';

type Parts = Pick<RecordContext, 'records' | 'entries' | 'tallies' | 'now'>;

async function setFavorite(
  context: Parts,
  userId: string,
  recordId: string,
  own: Pick<StoredEntry, 'favorite' | 'comment'>,
): Promise<void> {
  const { _id } = await ownEntry(context, userId, recordId);
  await changing(context, [userId], context.now(), () => context.entries.updateOne({ _id }, { $set: own }));
}

/** Makes an own game a favourite with this comment, in place of one it has. Throws RECORD_NOT_FOUND. */
export function addFavorite(
  context: Parts,
  userId: string,
  recordId: string,
  comment: string,
): Promise<void> {
  return setFavorite(context, userId, recordId, { favorite: true, comment });
}

/** Throws RECORD_NOT_FOUND; that the game was no favourite is as good. */
export function removeFavorite(context: Parts, userId: string, recordId: string): Promise<void> {
  return setFavorite(context, userId, recordId, { favorite: false, comment: '' });
}

/**
 * Deletes an own local game, the game first: an entry that a crash leaves without its game is deleted by whoever reads it.
 * Throws RECORD_NOT_FOUND, NOT_A_LOCAL_RECORD.
 */
export async function deleteLocalRecord(context: Parts, userId: string, recordId: string): Promise<void> {
  const { records, entries } = context;
  const { _id, type, recordId: gameRecordId } = await ownEntry(context, userId, recordId);
  if (type !== 'local') throw errorOf('NOT_A_LOCAL_RECORD');
  await records.deleteOne({ _id: gameRecordId });
  await changing(context, [userId], context.now(), () => entries.deleteOne({ _id }));
}
