import { forClasses, type RatingClass, type UserRating } from '@doushouqi/protocol';
import {
  type Counts,
  type DatedRating,
  deviationAt,
  isProvisional,
  levelOf,
  NEW_ACCOUNT,
  type Rating,
  START,
  seasonOf,
  weekChange,
} from '@doushouqi/rating';
import { ratingId, type StoredRating } from '../models/ratings.ts';

export function gamesOf({ wins, losses, draws }: Counts): number {
  return wins + losses + draws;
}

/** Presents a rating in whole numbers. */
export function presentRating({ rating, deviation }: Rating): { rating: number; deviation: number } {
  return { rating: Math.round(rating), deviation: Math.round(deviation) };
}

/** Presents the level of the shown, rounded rating. */
export function presentLevel(rating: number): { order: number; id: string } {
  const { order, id } = levelOf(Math.round(rating));
  return { order, id };
}

/** Presents the change of seven days and the season; null without a game in it. */
export function presentForm(stored: StoredRating | undefined, now: number) {
  const { rating, days, seasons } = { ...NEW_ACCOUNT, ...stored };
  const last = seasons.at(-1);
  return {
    week: weekChange({ rating, days }, now),
    season: last?.season === seasonOf(now) ? last : null,
  };
}

/** Presents a rating at a time. */
export function presentUserRating(stored: StoredRating | undefined, now: number): UserRating {
  const own: DatedRating = stored ?? START;
  return {
    ...presentRating({ ...own, deviation: deviationAt(own, now) }),
    games: stored === undefined ? 0 : gamesOf(stored.red) + gamesOf(stored.blue),
    provisional: isProvisional(own, now),
    level: presentLevel(own.rating),
    week: presentForm(stored, now).week,
    seasons: [...(stored?.seasons ?? [])],
  };
}

/** Presents the ratings of a user in some classes at a time. */
export function presentUserRatings<C extends RatingClass>(
  classes: readonly C[],
  userId: string,
  stored: readonly StoredRating[],
  now: number,
): Record<C, UserRating> {
  return forClasses(classes, (name) =>
    presentUserRating(
      stored.find(({ _id }) => _id === ratingId(userId, name)),
      now,
    ),
  );
}
