import { isTimeClass, type RouteReply, TIME_CLASSES } from '@doushouqi/protocol';
import type { ROUTES } from '@doushouqi/protocol/server';
import { PROVISIONAL_DEVIATION } from '@doushouqi/rating';
import type { RatingContext } from '../context.ts';
import { type StoredRatedGame, winnerOf } from '../models/ratings.ts';

/** What operators check of rated games (docs/fair-play.md). */

/** Users of a page. */
const PAGE = 500;
/** Flags of a user that are read. */
const MOST_FLAGS = 100;

type Game = RouteReply<(typeof ROUTES)['listGamesToCheck']>['games'][number];

function presentGame(game: StoredRatedGame, userId: string): Game {
  const { _id, players, endReason, plies, endTime, red, blue, lags, focusLosses, isArranged = false } = game;
  const isRed = players[0] === userId;
  const [own, other] = isRed ? [red, blue] : [blue, red];
  const winner = winnerOf(game);
  return {
    gameId: _id,
    at: endTime,
    opponentId: players[isRed ? 1 : 0],
    side: isRed ? 'red' : 'blue',
    outcome: winner === null ? 'draw' : winner === userId ? 'win' : 'loss',
    ...{ endReason, plies, lags, isArranged },
    rating: Math.round(own.before.rating),
    opponentRating: Math.round(other.before.rating),
    isOpponentNew: other.before.deviation >= PROVISIONAL_DEVIATION,
    change: own.after.rating - own.before.rating,
    focusLosses: focusLosses[isRed ? 'player1' : 'player2'],
  };
}

/** Lists the last rated games of a user against people since a time (epoch ms), newest first. */
export async function listGamesToCheck(
  { games }: Pick<RatingContext, 'games'>,
  { userId, since, limit }: { userId: string; since: number; limit: number },
): Promise<RouteReply<(typeof ROUTES)['listGamesToCheck']>> {
  const found = await games
    .find({ players: userId, class: { $in: TIME_CLASSES }, endTime: { $gt: since } })
    .sort({ endTime: -1 })
    .limit(limit)
    .lean();
  return { games: found.map((game) => presentGame(game, userId)) };
}

/**
 * Lists a page of the users who have played rated games against people since a time (epoch ms). Those whose games in tournaments
 * are flagged, which may be unrated, are on the first one.
 */
export async function listRatedUsers(
  { ratings, flags }: Pick<RatingContext, 'ratings' | 'flags'>,
  { since, after = '' }: { since: number; after?: string | undefined },
): Promise<RouteReply<(typeof ROUTES)['listRatedUsers']>> {
  const flagged = after === '' ? await flags.find({ kind: 'early_pair', at: { $gt: since } }).lean() : [];
  const found = await ratings
    .find({ _id: { $gt: after }, ratedAt: { $gt: since } })
    .select({ userId: 1, class: 1 })
    .sort({ _id: 1 })
    .limit(PAGE)
    .lean();
  const playing = found.filter((one) => isTimeClass(one.class));
  return {
    userIds: [...new Set([...playing.map(({ userId }) => userId), ...flagged.flatMap(({ users }) => users)])],
    next: found.length < PAGE ? null : found.at(-1)!._id,
  };
}

/** Lists the flags of a user since a time (epoch ms), newest first. */
export async function listRatingFlags(
  { flags }: Pick<RatingContext, 'flags'>,
  userId: string,
  since: number,
): Promise<RouteReply<(typeof ROUTES)['listRatingFlags']>> {
  const found = await flags
    .find({ users: userId, at: { $gt: since } })
    .sort({ at: -1 })
    .limit(MOST_FLAGS)
    .lean();
  return { flags: found.map(({ kind, users, games, at }) => ({ kind, users, games, at })) };
}
