import { errorOf } from '@doushouqi/service-kit';
import type { RecordContext } from '../context.ts';
import { type OwnGame, ownEntry, withGames } from '../history/own-games.ts';
import type { StoredGame } from '../models/game-record.ts';

/** One of the user's own games. Throws RECORD_NOT_FOUND. */
export async function showRecord(
  context: Pick<RecordContext, 'records' | 'entries' | 'tallies' | 'now'>,
  userId: string,
  recordId: string,
): Promise<OwnGame> {
  const [own] = await withGames(context, [await ownEntry(context, userId, recordId)]);
  if (own === undefined) throw errorOf('RECORD_NOT_FOUND');
  return own;
}

/** The same by the id under which it was played. Throws RECORD_NOT_FOUND. */
export async function showRecordOfGame(
  context: Parameters<typeof showRecord>[0],
  userId: string,
  gameId: string,
): Promise<OwnGame> {
  const game = await context.records.findOne({ gameId }).select({ _id: 1 }).lean();
  if (game === null) throw errorOf('RECORD_NOT_FOUND');
  return showRecord(context, userId, game._id.toString());
}

/** A game by the word of its link. Throws RECORD_NOT_FOUND. */
export async function showShared(
  { records }: Pick<RecordContext, 'records'>,
  shareId: string,
): Promise<StoredGame> {
  const game = await records.findOne({ shareId }).lean();
  if (game === null) throw errorOf('RECORD_NOT_FOUND');
  return game;
}
