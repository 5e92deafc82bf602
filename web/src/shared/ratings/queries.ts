import { TIME_CLASSES, type TimeClass, type UserRating, type UserRatings } from '@doushouqi/protocol';
import { skipToken, useQuery } from '@tanstack/react-query';
import { api } from '../../client/api.ts';

/** Milliseconds until data is requested again, and after a failure. */
const FRESH = 30_000;
const RETRY_AFTER = 8_000;

/** Prefix of the keys of all data that a rated game changes. */
export const RATINGS = ['ratings'] as const;

/** Options of all these queries: a failed one is repeated by itself. */
export const patience = {
  staleTime: FRESH,
  retry: false,
  refetchInterval: ({ state }: { state: { status: string } }) => state.status === 'error' && RETRY_AFTER,
} as const;

/** Ratings of a user in all classes; not requested for a visitor. */
export function useRatings(userId: string | undefined) {
  return useQuery({
    queryKey: [...RATINGS, userId, 'userRatings'],
    queryFn: userId === undefined ? skipToken : () => api.getRatings({ params: { userId } }),
    ...patience,
  });
}

/** Returns the level to show of a rating; null before the first rated game. Pure. */
export function shownLevel({ games, level }: UserRating): number | null {
  return games === 0 ? null : level.order;
}

/** Returns the time class in which a user has most games; the first of several. Pure. */
export function mainClass(ratings: UserRatings): TimeClass {
  return TIME_CLASSES.reduce((main, name) => (ratings[name].games > ratings[main].games ? name : main));
}
