import type { RecordTotals } from '@doushouqi/protocol';
import { retryUpsert } from '@doushouqi/service-kit';
import type { EntryKind, History, TallyRow } from '../models/history.ts';

/** A change that runs longer was interrupted. Milliseconds. */
const OPEN_MS = 60_000;

/** Kind of an entry before and after a change; null for none. */
type Change = readonly [before: EntryKind | null, after: EntryKind | null];

function isKind(row: EntryKind, kind: EntryKind | null): boolean {
  return (
    kind !== null &&
    row.type === kind.type &&
    row.favorite === kind.favorite &&
    row.rated === kind.rated &&
    row.tournament === kind.tournament &&
    row.setUp === kind.setUp &&
    row.result === kind.result
  );
}

/** Returns the rows after a change. */
function moved(rows: readonly TallyRow[], [before, after]: Change): TallyRow[] {
  const missing = after && !rows.some((row) => isKind(row, after)) ? [{ ...kindOf(after), games: 0 }] : [];
  return [...rows, ...missing].map((row) => ({
    ...row,
    games: row.games + Number(isKind(row, after)) - Number(isKind(row, before)),
  }));
}

/**
 * Changes an entry and its counts. Valid counts are updated; a concurrent change raises `changes` further,
 * which makes the counts invalid. A change that throws stays open, because its result is unknown.
 */
export async function changeEntry(
  { tallies }: Pick<History, 'tallies'>,
  userId: string,
  now: number,
  change: () => Promise<Change>,
): Promise<void> {
  const begin = { $inc: { changes: 1, open: 1 }, $set: { since: now } };
  const { changes, rows, countedAt } = await retryUpsert(() =>
    tallies.findOneAndUpdate({ _id: userId }, begin, { upsert: true, returnDocument: 'after' }).lean().exec(),
  );
  const done = await change();
  // A user without tally has no games.
  const isKnown = (countedAt ?? 0) === changes - 1;
  await tallies.updateOne(
    { _id: userId },
    {
      $inc: { changes: 1, open: -1 },
      ...(isKnown && { $set: { rows: moved(rows ?? [], done), countedAt: changes + 1 } }),
    },
  );
}

/**
 * Counts a user's games by kind. Stored counts are valid if no change has started since; else the entries are
 * counted, in time proportional to the history, and stored if no change is running. So no crash leaves wrong
 * counts.
 */
export async function countGames(
  { entries, tallies }: History,
  userId: string,
  now: number,
): Promise<TallyRow[]> {
  const tally = await tallies.findById(userId).lean();
  if (tally === null) return [];
  const { changes, open, since, rows, countedAt } = tally;
  if (rows !== undefined && countedAt === changes) return rows;
  const found = await entries.aggregate<{ _id: EntryKind; games: number }>([
    { $match: { userId } },
    {
      $group: {
        _id: {
          type: '$type',
          favorite: '$favorite',
          rated: '$rated',
          tournament: '$tournament',
          setUp: '$setUp',
          result: '$result',
        },
        games: { $sum: 1 },
      },
    },
  ]);
  const counted = found.map(({ _id, games }) => ({ ...kindOf(_id), games }));
  if (open === 0 || since < now - OPEN_MS) {
    const recounted = { rows: counted, countedAt: changes, open: 0 };
    await tallies.updateOne({ _id: userId, changes, open }, { $set: recounted });
  }
  return counted;
}

/** Returns whether a user has fewer than `limit` local games. Counts exactly only near the limit. */
export async function hasRoom(
  history: History,
  userId: string,
  limit: number,
  now: number,
): Promise<boolean> {
  const tally = await history.tallies.findById(userId).lean();
  if (tally === null) return true;
  const local = { type: 'local' } as const;
  // A save adds one game and two changes.
  const most = sumOf(tally.rows ?? [], local) + tally.changes - (tally.countedAt ?? 0);
  return most < limit || sumOf(await countGames(history, userId, now), local) < limit;
}

/** A store may return null for absent fields. */
function kindOf({ type, favorite, rated, tournament, setUp, result }: EntryKind): EntryKind {
  const marks = { ...(rated && { rated }), ...(tournament && { tournament }), ...(setUp && { setUp }) };
  return { type, favorite, result, ...marks };
}

/** Counts the games of a kind. */
export function sumOf(rows: readonly TallyRow[], kind: Partial<Record<keyof EntryKind, unknown>>): number {
  const keys = Object.keys(kind) as (keyof EntryKind)[];
  const fitting = rows.filter((row) => keys.every((key) => row[key] === kind[key]));
  return fitting.reduce((sum, { games }) => sum + games, 0);
}

/** Counts all games, and the results of those that count: from a set-up position a win proves nothing. */
export function totalsOf(rows: readonly TallyRow[]): RecordTotals {
  const counting = rows.filter(({ setUp }) => !setUp);
  return {
    games: sumOf(rows, {}),
    wins: sumOf(counting, { result: 'win' }),
    losses: sumOf(counting, { result: 'loss' }),
    draws: sumOf(counting, { result: 'draw' }),
  };
}
