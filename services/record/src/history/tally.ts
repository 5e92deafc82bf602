import type { RecordTotals } from '@doushouqi/protocol';
import type { EntryKind, History, TallyRow } from '../models/history.ts';

/** A change that takes longer than this was cut off. Milliseconds. */
const OPEN_MS = 60_000;

/** An entry's kind before and after a change; null where there was or is none. */
type Change = readonly [before: EntryKind | null, after: EntryKind | null];

function isKind(row: EntryKind, kind: EntryKind | null): boolean {
  return (
    kind !== null &&
    row.type === kind.type &&
    row.favorite === kind.favorite &&
    row.rated === kind.rated &&
    row.result === kind.result
  );
}

/** The rows after a change. */
function moved(rows: readonly TallyRow[], [before, after]: Change): TallyRow[] {
  const missing = after && !rows.some((row) => isKind(row, after)) ? [{ ...kindOf(after), games: 0 }] : [];
  return [...rows, ...missing].map((row) => ({
    ...row,
    games: row.games + Number(isKind(row, after)) - Number(isKind(row, before)),
  }));
}

/**
 * Changes one entry of a user so that nobody goes on believing what was counted before. What was right before is
 * carried over; a change that begins meanwhile raises `changes` beyond that, and nobody believes it. A change that throws stays
 * open: whether it was done is not known.
 */
export async function changeEntry(
  { tallies }: Pick<History, 'tallies'>,
  userId: string,
  now: number,
  change: () => Promise<Change>,
): Promise<void> {
  const begin = { $inc: { changes: 1, open: 1 }, $set: { since: now } };
  const { changes, rows, countedAt } = await tallies
    .findOneAndUpdate({ _id: userId }, begin, { upsert: true, returnDocument: 'after' })
    .lean();
  const done = await change();
  // Who has no tally yet has no games.
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
 * How many games of each kind a user has. What was counted is believed while no change began since, else it is counted
 * anew, which costs as much as the history is long, and kept only if no change was under way: so a crash between two writes
 * makes nothing wrong for ever.
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
        _id: { type: '$type', favorite: '$favorite', rated: '$rated', result: '$result' },
        games: { $sum: 1 },
      },
    },
  ]);
  const counted = found.map(({ _id, games }) => ({ ...kindOf(_id), games }));
  if (open === 0 || since < now - OPEN_MS) {
    const settled = { rows: counted, countedAt: changes, open: 0 };
    await tallies.updateOne({ _id: userId, changes, open }, { $set: settled });
  }
  return counted;
}

/** Whether a user keeps fewer than `limit` local games; counted only where it may be about to matter. */
export async function hasRoom(
  history: History,
  userId: string,
  limit: number,
  now: number,
): Promise<boolean> {
  const tally = await history.tallies.findById(userId).lean();
  if (tally === null) return true;
  const local = { type: 'local' } as const;
  // A save adds one game, and is two changes.
  const most = sumOf(tally.rows ?? [], local) + tally.changes - (tally.countedAt ?? 0);
  return most < limit || sumOf(await countGames(history, userId, now), local) < limit;
}

/** A store may say null of what is absent. */
function kindOf({ type, favorite, rated, result }: EntryKind): EntryKind {
  return { type, favorite, result, ...(rated && { rated }) };
}

/** Games of the rows that are of this kind. */
export function sumOf(rows: readonly TallyRow[], kind: Partial<Record<keyof EntryKind, unknown>>): number {
  const keys = Object.keys(kind) as (keyof EntryKind)[];
  const fitting = rows.filter((row) => keys.every((key) => row[key] === kind[key]));
  return fitting.reduce((sum, { games }) => sum + games, 0);
}

export function totalsOf(rows: readonly TallyRow[]): RecordTotals {
  return {
    games: sumOf(rows, {}),
    wins: sumOf(rows, { result: 'win' }),
    losses: sumOf(rows, { result: 'loss' }),
    draws: sumOf(rows, { result: 'draw' }),
  };
}
