import { errorOf } from '@doushouqi/service-kit';
import type { RecordContext } from '../context.ts';
import type { StoredGame } from '../models/game-record.ts';
import { entryId, type StoredEntry } from '../models/history.ts';
import { changeEntry } from './tally.ts';

type Parts = Pick<RecordContext, 'records' | 'entries' | 'tallies' | 'now'>;

/** A game and a user's entry of it. */
export interface OwnGame {
  game: StoredGame;
  entry: StoredEntry;
}

/** Returns the entry of a user's game. Throws RECORD_NOT_FOUND, also for games of other users. */
export async function ownEntry(
  { entries }: Pick<Parts, 'entries'>,
  userId: string,
  recordId: string,
): Promise<StoredEntry> {
  const entry = await entries.findById(entryId(userId, recordId)).lean();
  if (entry === null) throw errorOf('RECORD_NOT_FOUND');
  return entry;
}

/** Removes a game from a user's history. */
export async function deleteEntry(
  { entries, tallies, now }: Omit<Parts, 'records'>,
  userId: string,
  _id: string,
) {
  await changeEntry({ tallies }, userId, now(), async () => [
    await entries.findOneAndDelete({ _id }).lean(),
    null,
  ]);
}

/**
 * Returns entries with their games, in the same order. An entry without its game is left from an interrupted
 * deletion: it is omitted and deleted.
 */
export async function withGames(context: Parts, found: readonly StoredEntry[]): Promise<OwnGame[]> {
  const { records } = context;
  if (found.length === 0) return [];
  const games = await records.find({ _id: { $in: found.map(({ recordId }) => recordId) } }).lean();
  const byId = new Map(games.map((game) => [game._id.toString(), game]));
  const own = found.flatMap((entry) => {
    const game = byId.get(entry.recordId.toString());
    return game === undefined ? [] : [{ game, entry }];
  });
  const left = found.filter(({ recordId }) => !byId.has(recordId.toString()));
  for (const { userId, _id } of left) await deleteEntry(context, userId, _id);
  return own;
}
