import type { TimeClass, UserRating, UserRatings } from '@doushouqi/protocol';
import { skipToken, useQuery } from '@tanstack/react-query';
import { api } from '../../client/api.ts';

/** What is shown is looked at again this often, and after a failure this often. Milliseconds. */
const FRESH = 30_000;
const RETRY_AFTER = 8_000;

/** Prefix of the keys of everything that a rated game changes. */
export const RATINGS = ['ratings'] as const;

/** How all these questions are asked: a failure is tried again by itself. */
export const patience = {
  staleTime: FRESH,
  retry: false,
  refetchInterval: ({ state }: { state: { status: string } }) => state.status === 'error' && RETRY_AFTER,
} as const;

/** Where a user stands in both time classes; not asked for a visitor. */
export function useRatings(userId: string | undefined) {
  return useQuery({
    queryKey: [...RATINGS, userId, 'userRatings'],
    queryFn: userId === undefined ? skipToken : () => api.getRatings({ params: { userId } }),
    ...patience,
  });
}

/** The level to show of a standing; null before the first rated game. Pure. */
export function shownLevel({ games, level }: UserRating): number | null {
  return games === 0 ? null : level.order;
}

/** The time class that says more about somebody: the one with more games. Pure. */
export function mainClass({ fast, slow }: UserRatings): TimeClass {
  return slow.games > fast.games ? 'slow' : 'fast';
}
