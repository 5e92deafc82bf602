import { randomBytes } from 'node:crypto';
import { errorOf } from '@doushouqi/service-kit';
import type { RecordContext } from '../context.ts';
import { ownEntry } from '../history/own-games.ts';

/** Returns the share id of a game, created on the first call. Throws RECORD_NOT_FOUND. */
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
