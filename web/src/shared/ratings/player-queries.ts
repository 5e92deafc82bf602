import { forClasses, RATINGS_PER_CALL, type RatingClass, TIME_CLASSES } from '@doushouqi/protocol';
import { useQuery } from '@tanstack/react-query';
import { api } from '../../client/api.ts';
import { patience, RATINGS } from './queries.ts';

/** The rating in each time class over time. */
export function useRatingHistories(userId: string) {
  return useQuery({
    queryKey: [...RATINGS, userId, 'history'],
    queryFn: async () => {
      const queries = TIME_CLASSES.map((name) => ({ params: { userId }, query: { class: name } }));
      const replies = await Promise.all(queries.map((query) => api.getRatingHistory(query)));
      return forClasses(TIME_CLASSES, (name) => replies[TIME_CLASSES.indexOf(name)]!.points);
    },
    ...patience,
  });
}

export function useRatedGames(userId: string) {
  return useQuery({
    queryKey: [...RATINGS, userId, 'games'],
    queryFn: async () => (await api.listRatedGames({ params: { userId }, query: { limit: 10 } })).games,
    ...patience,
  });
}

export function useRatedRecord(userId: string) {
  return useQuery({
    queryKey: [...RATINGS, userId, 'record'],
    queryFn: () => api.getRatedRecord({ params: { userId } }),
    ...patience,
  });
}

/** The puzzle rating of a player. */
export function useSolver(userId: string) {
  return useQuery({
    queryKey: [...RATINGS, userId, 'puzzles'],
    queryFn: () => api.getSolverRating({ params: { userId } }),
    ...patience,
  });
}

/** Milliseconds between two requests for a game that may start or end. */
const REFETCH_INTERVAL = 10_000;

/** The rated game that a player is in; null for none. */
export function useRunningGame(userId: string) {
  return useQuery({
    queryKey: ['running-game', userId],
    queryFn: async () => (await api.getRunningGame({ params: { userId } })).game,
    refetchInterval: REFETCH_INTERVAL,
    retry: false,
  });
}

/** Results of the user's games against another user; the user's own id is part of the key. Waits for it. */
export function useVersus(me: string | undefined, userId: string) {
  return useQuery({
    queryKey: [...RATINGS, userId, 'versus', me],
    enabled: me !== undefined,
    queryFn: () => api.getVersus({ params: { userId } }),
    ...patience,
  });
}

/** @param me the user, whose own row is included; null for visitors */
export function useLadder(ratingClass: RatingClass, me: string | null) {
  return useQuery({
    queryKey: [...RATINGS, 'ladder', ratingClass, me],
    queryFn: () => api.getLadder({ query: { class: ratingClass } }),
    ...patience,
  });
}

/** Ratings of several users in the time classes, by user id; waits for the ids. */
export function useRatingsOf(userIds: readonly string[] | undefined) {
  return useQuery({
    queryKey: [...RATINGS, 'of', userIds],
    enabled: userIds !== undefined,
    queryFn: async () => {
      const calls = Array.from({ length: Math.ceil(userIds!.length / RATINGS_PER_CALL) }, (_, n) =>
        api.listRatings({
          query: { ids: userIds!.slice(n * RATINGS_PER_CALL, (n + 1) * RATINGS_PER_CALL).join(',') },
        }),
      );
      const known = (await Promise.all(calls)).flatMap(({ ratings }) => ratings);
      return new Map(known.map((userRatings) => [userRatings.userId, userRatings]));
    },
    ...patience,
  });
}
