import { randomBytes } from 'node:crypto';
import { errorOf } from '@doushouqi/service-kit';
import type { RecordContext } from '../context.ts';
import { ownEntry } from '../history/own-games.ts';

/** The word of an own game's link: made by the first who asks, the same for all who ask later. Throws RECORD_NOT_FOUND. */
export async function shareRecord(
  context: Pick<RecordContext, 'records' | 'entries'>,
  userId: string,
  recordId: string,
): Promise<string> {
  const { recordId: _id } = await ownEntry(context, userId, recordId);
  const shareId = randomBytes(16).toString('base64url');
  await context.records.updateOne({ _id, shareId: null }, { $set: { shareId } });
  const game = await context.records.findById(_id).lean();
  if (game?.shareId === undefined) throw errorOf('RECORD_NOT_FOUND');
  return game.shareId;
}
