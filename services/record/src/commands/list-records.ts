import type { RecordTotals, RouteInput } from '@doushouqi/protocol';
import type { ROUTES } from '@doushouqi/protocol/server';
import type { PipelineStage, QueryFilter } from 'mongoose';
import type { RecordContext } from '../context.ts';
import { type OwnGame, withGames } from '../history/own-games.ts';
import { countGames, sumOf, totalsOf } from '../history/tally.ts';
import type { StoredEntry } from '../models/history.ts';

type ListQuery = RouteInput<(typeof ROUTES)['listRecords']>['query'];
type Parts = Pick<RecordContext, 'records' | 'entries' | 'tallies' | 'now'>;

/** Entry kind of each filter. */
const FILTERS = {
  all: {},
  ranked: { rated: true },
  tournament: { tournament: true },
  favorites: { favorite: true },
  local: { type: 'local' },
} as const;

/** Maximum number of games that a search for an opponent reads, newest first. */
const SEARCH_DEPTH = 20_000;
const NEWEST_FIRST = { endTime: -1, _id: -1 } as const;

function containing(text: string): RegExp {
  return new RegExp(text.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&'), 'i');
}

/** Finds entries by the opponent's name, and their number. */
async function search(
  { entries }: Parts,
  match: QueryFilter<StoredEntry>,
  { page, limit, opponent = '' }: ListQuery,
): Promise<{ found: StoredEntry[]; total: number }> {
  const matching: PipelineStage[] = [
    { $match: match },
    { $sort: NEWEST_FIRST },
    { $limit: SEARCH_DEPTH },
    { $match: { opponent: containing(opponent) } },
  ];
  const [found, [count]] = await Promise.all([
    entries.aggregate<StoredEntry>([...matching, { $skip: (page - 1) * limit }, { $limit: limit }]),
    entries.aggregate<{ total: number }>([...matching, { $count: 'total' }]),
  ]);
  return { found, total: count?.total ?? 0 };
}

/** Lists a page of a user's games, newest first, the number of pages (0 without games) and the totals. */
export async function listRecords(
  context: Parts,
  userId: string,
  query: ListQuery,
): Promise<{ games: OwnGame[]; totalPages: number; totals: RecordTotals }> {
  const { page, limit, filter, opponent, result } = query;
  const kind = { ...FILTERS[filter], ...(result && { result }) };
  const match = { userId, ...kind } as QueryFilter<StoredEntry>;
  const counting = countGames(context, userId, context.now());
  const reading = opponent
    ? search(context, match, query)
    : context.entries
        .find(match)
        .sort(NEWEST_FIRST)
        .skip((page - 1) * limit)
        .limit(limit)
        .lean()
        .then(async (found) => ({ found, total: sumOf(await counting, kind) }));
  const [rows, { found, total }] = await Promise.all([counting, reading]);
  return {
    games: await withGames(context, found),
    totalPages: Math.ceil(total / limit),
    totals: totalsOf(rows),
  };
}
