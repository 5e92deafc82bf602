import type { RouteReply } from '@doushouqi/protocol';
import type { ROUTES } from '@doushouqi/protocol/server';
import { formatFen, ONLINE_RULE_SET, otherSide, positionOf, SIDES } from '@doushouqi/rules';
import { Types } from 'mongoose';
import type { RecordContext } from '../context.ts';
import { withGames } from '../history/own-games.ts';
import { presentExported } from '../presenters/game-record.ts';
import { replay } from '../replay.ts';

/** Returns players, half-moves and last position of an archived online game, or null. */
export async function showArchived(
  { records }: Pick<RecordContext, 'records'>,
  gameId: string,
): Promise<RouteReply<(typeof ROUTES)['showArchived']>> {
  const stored = await records.findOne({ gameId, type: 'online' }).lean();
  if (stored === null) return { game: null };
  const { _id, players, moveTimes, endTime } = stored;
  const game = replay(stored);
  if (game === null) throw new Error(`the stored record ${_id} cannot be replayed`);
  return {
    game: {
      players: SIDES.map((side) => players[side]._id),
      ply: moveTimes.length,
      fen: formatFen(positionOf(game)),
      at: endTime,
    },
  };
}

/** Counts online games that were archived at `since` (epoch ms) or later, by the times in their ids. */
export async function countGames(
  { records }: Pick<RecordContext, 'records'>,
  since: number,
): Promise<{ games: number }> {
  const _id = { $gte: Types.ObjectId.createFromTime(Math.floor(since / 1_000)) };
  return { games: await records.countDocuments({ _id, type: 'online' }) };
}

/** Returns record strings and times of archived online games. */
export async function listMoves(
  { records }: Pick<RecordContext, 'records'>,
  gameIds: readonly string[],
): Promise<RouteReply<(typeof ROUTES)['listMoves']>> {
  const found = await records.find({ gameId: { $in: [...gameIds] }, type: 'online' }).lean();
  return {
    games: found.map(({ gameId, record, ruleSet = ONLINE_RULE_SET, start = null, moveTimes }) => ({
      ...{ gameId, record, ruleSet, start, moveTimes },
    })),
  };
}

/** Exports archived online games, without comments of their players. */
export async function exportGames(
  { records }: Pick<RecordContext, 'records'>,
  gameIds: readonly string[],
): Promise<RouteReply<(typeof ROUTES)['exportGames']>> {
  const found = await records.find({ gameId: { $in: [...gameIds] }, type: 'online' }).lean();
  return { games: found.map((game) => ({ gameId: game.gameId, game: presentExported(game, null) })) };
}

/** Games that operators see of a user. */
const LISTED = 30;

/** Lists the last online games of a user, newest first, without unfinished ones. */
export async function listGamesOf(
  context: Pick<RecordContext, 'records' | 'entries' | 'tallies' | 'now'>,
  userId: string,
): Promise<RouteReply<(typeof ROUTES)['listGamesOf']>> {
  const found = await context.entries
    .find({ userId, type: 'online', result: { $ne: null } })
    .sort({ endTime: -1, _id: -1 })
    .limit(LISTED)
    .lean();
  const own = await withGames(context, found);
  return {
    games: own.map(({ game: { gameId, endTime, players, moveTimes }, entry }) => ({
      gameId,
      at: endTime,
      opponent: players[otherSide(players.red._id === userId ? 'red' : 'blue')],
      outcome: entry.result!,
      plies: moveTimes.length,
    })),
  };
}
