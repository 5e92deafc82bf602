import {
  forClasses,
  isTimeClass,
  RATING_CLASSES,
  RATING_POINTS,
  type RankedRatings,
  type RatedGame,
  type RatingClass,
  type RecordTotals,
  TIME_CLASSES,
  type TimeClass,
  type UserRatings,
  VERSUS_GAMES,
} from '@doushouqi/protocol';
import { type Counts, type RatingPoint, thinned } from '@doushouqi/rating';
import type { RatingContext } from '../context.ts';
import { pairOf, ratingId, type StoredRatedGame, type StoredRating } from '../models/ratings.ts';
import { opponentIn, presentRatedGame, resultOf } from '../presenters/rated-games.ts';
import { gamesOf, presentRating, presentUserRatings } from '../presenters/ratings.ts';

/** Newest games that a graph and the count between two users read. */
const READ_DEPTH = 5_000;
const NO_GAMES: Counts = { wins: 0, losses: 0, draws: 0 };

function idsOf(userId: string, classes: readonly RatingClass[]): string[] {
  return classes.map((name) => ratingId(userId, name));
}

/** Shows the ratings of users, in the order of their ids. */
export async function showRatings(
  { ratings, now }: Pick<RatingContext, 'ratings' | 'now'>,
  userIds: readonly string[],
): Promise<(UserRatings & { userId: string })[]> {
  const ids = userIds.flatMap((userId) => idsOf(userId, TIME_CLASSES));
  const stored = await ratings.find({ _id: { $in: ids } }).lean();
  return userIds.map((userId) => ({ userId, ...presentUserRatings(TIME_CLASSES, userId, stored, now()) }));
}

/**
 * Shows a user's ratings with the places on the ladders, those of other than time classes after the first game; without
 * places while Redis is unavailable.
 */
export async function showRankedRatings(
  context: Pick<RatingContext, 'ratings' | 'ladder' | 'now'>,
  userId: string,
): Promise<RankedRatings> {
  const { ratings, ladder, now } = context;
  const [stored, ranks] = await Promise.all([
    ratings.find({ _id: { $in: idsOf(userId, RATING_CLASSES) } }).lean(),
    ladder.ranksOf(userId, now()).catch(() => null),
  ]);
  const shown = RATING_CLASSES.filter(
    (name) => isTimeClass(name) || stored.some((one) => one.class === name),
  );
  const presented = presentUserRatings(shown, userId, stored, now());
  return forClasses(shown, (name) => ({ ...presented[name], rank: ranks?.[name] ?? null }));
}

/** Shows a user's rating over time, oldest first, up to `RATING_POINTS`. */
export async function showHistory(
  { games }: Pick<RatingContext, 'games'>,
  userId: string,
  timeClass: TimeClass,
): Promise<RatingPoint[]> {
  const newest = await games
    .find({ players: userId, class: timeClass })
    .select({ players: 1, endTime: 1, red: 1, blue: 1 })
    .sort({ endTime: -1 })
    .limit(READ_DEPTH)
    .lean();
  const points = newest.reverse().map(({ players, endTime, red, blue }) => {
    const { after } = players[0] === userId ? red : blue;
    return { at: endTime, ...presentRating(after) };
  });
  return thinned(points, RATING_POINTS);
}

async function present(
  { fetchProfiles }: Pick<RatingContext, 'fetchProfiles'>,
  games: readonly StoredRatedGame[],
  { userId, requestId }: { userId: string; requestId: string },
): Promise<RatedGame[]> {
  const opponents = games.map((game) => opponentIn(game, userId));
  const profiles = await fetchProfiles(opponents, { requestId });
  return games.map((game) => presentRatedGame(game, userId, profiles));
}

/** Lists a user's last rated games of a class, or of the time classes, newest first. Throws UNAVAILABLE without auth. */
export async function listRatedGames(
  context: Pick<RatingContext, 'games' | 'fetchProfiles'>,
  {
    userId,
    class: ratingClass,
    limit,
    requestId,
  }: { userId: string; class?: RatingClass | undefined; limit: number; requestId: string },
): Promise<RatedGame[]> {
  const wanted = ratingClass ?? { $in: TIME_CLASSES };
  const found = await context.games
    .find({ players: userId, class: wanted })
    .sort({ endTime: -1 })
    .limit(limit)
    .lean();
  return present(context, found, { userId, requestId });
}

function totalsOf(counts: Counts): RecordTotals {
  return { games: gamesOf(counts), ...counts };
}

/** All time classes together; null if games are not counted or missing. */
function talliesOf(stored: readonly StoredRating[]): {
  averageRounds: number | null;
  bestStreak: number | null;
} {
  const tallies = stored.flatMap(({ tally }) => tally ?? []);
  if (stored.length === 0 || tallies.length < stored.length) return { averageRounds: null, bestStreak: null };
  const games = stored.reduce((sum, { red, blue }) => sum + gamesOf(red) + gamesOf(blue), 0);
  const rounds = tallies.reduce((sum, tally) => sum + tally.rounds, 0);
  return {
    averageRounds: Math.round(rounds / games),
    bestStreak: Math.max(...tallies.map((tally) => tally.bestStreak)),
  };
}

type ShownRecord = Record<TimeClass, { red: RecordTotals; blue: RecordTotals }> &
  ReturnType<typeof talliesOf>;

/** Shows totals of a user's games by time class and color, and their length. */
export async function showRecord(
  { ratings }: Pick<RatingContext, 'ratings'>,
  userId: string,
): Promise<ShownRecord> {
  const stored = await ratings.find({ _id: { $in: idsOf(userId, TIME_CLASSES) } }).lean();
  const totals = forClasses(TIME_CLASSES, (name) => {
    const { red = NO_GAMES, blue = NO_GAMES } = stored.find((one) => one.class === name) ?? {};
    return { red: totalsOf(red), blue: totalsOf(blue) };
  });
  return { ...totals, ...talliesOf(stored) };
}

/** Shows totals of the newest `READ_DEPTH` games of two users for the first, and the last games. */
export async function showVersus(
  context: Pick<RatingContext, 'games' | 'fetchProfiles'>,
  { userId, otherId, requestId }: { userId: string; otherId: string; requestId: string },
): Promise<RecordTotals & { last: RatedGame[] }> {
  const pair = pairOf(userId, otherId);
  const [results, last] = await Promise.all([
    context.games
      .find({ pair })
      .select({ players: 1, winner: 1 })
      .sort({ endTime: -1 })
      .limit(READ_DEPTH)
      .lean(),
    context.games.find({ pair }).sort({ endTime: -1 }).limit(VERSUS_GAMES).lean(),
  ]);
  const count = (wanted: string) => results.filter((game) => resultOf(game, userId) === wanted).length;
  return {
    games: results.length,
    wins: count('win'),
    losses: count('loss'),
    draws: count('draw'),
    last: await present(context, last, { userId, requestId }),
  };
}
