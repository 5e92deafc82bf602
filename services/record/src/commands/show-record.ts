import { errorOf } from '@doushouqi/service-kit';
import type { RecordContext } from '../context.ts';
import { type OwnGame, ownEntry, withGames } from '../history/own-games.ts';
import type { StoredGame } from '../models/game-record.ts';
import { entryId, type StoredEntry } from '../models/history.ts';

/** Shows a game of the user. Throws RECORD_NOT_FOUND. */
export async function showRecord(
  context: Pick<RecordContext, 'records' | 'entries' | 'tallies' | 'now'>,
  userId: string,
  recordId: string,
): Promise<OwnGame> {
  const [own] = await withGames(context, [await ownEntry(context, userId, recordId)]);
  if (own === undefined) throw errorOf('RECORD_NOT_FOUND');
  return own;
}

/** Shows a game by its game id. `entry` is null for a rated game of other users. Throws RECORD_NOT_FOUND. */
export async function showRecordOfGame(
  { records, entries }: Pick<RecordContext, 'records' | 'entries'>,
  userId: string | null,
  gameId: string,
): Promise<{ game: StoredGame; entry: StoredEntry | null }> {
  const game = await records.findOne({ gameId }).lean();
  if (game === null) throw errorOf('RECORD_NOT_FOUND');
  const entry = userId === null ? null : await entries.findById(entryId(userId, game._id.toString())).lean();
  if (entry === null && !game.rated) throw errorOf('RECORD_NOT_FOUND');
  return { game, entry };
}

/** Shows a shared game. Throws RECORD_NOT_FOUND. */
export async function showShared(
  { records }: Pick<RecordContext, 'records'>,
  shareId: string,
): Promise<StoredGame> {
  const game = await records.findOne({ shareId }).lean();
  if (game === null) throw errorOf('RECORD_NOT_FOUND');
  return game;
}
