import type { RecordTotals } from '@doushouqi/protocol';
import type { EntryKind, History, TallyRow } from '../models/history.ts';

/** A change that takes longer than this was cut off. Milliseconds. */
const OPEN_MS = 60_000;

/**
 * Does `change`, which alters entries of these users, so that nobody goes on believing what was counted before it. What
 * throws stays open: whether it was done is not known.
 */
export async function changing<T>(
  { tallies }: Pick<History, 'tallies'>,
  userIds: readonly string[],
  now: number,
  change: () => Promise<T>,
): Promise<T> {
  const note = (update: object) =>
    tallies.bulkWrite(
      userIds.map((_id) => ({ updateOne: { filter: { _id }, update, upsert: true } })),
      { ordered: false },
    );
  await note({ $inc: { changes: 1, open: 1 }, $set: { since: now } });
  const result = await change();
  await note({ $inc: { changes: 1, open: -1 } });
  return result;
}

/**
 * How many games of each kind a user has. What was counted is believed while no change began since, and kept only if none
 * was under way: so the count costs as much as the history is long once after a change, and a crash between two writes
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
      $group: { _id: { type: '$type', favorite: '$favorite', result: '$result' }, games: { $sum: 1 } },
    },
  ]);
  const counted = found.map(({ _id, games }) => ({ ..._id, games }));
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
