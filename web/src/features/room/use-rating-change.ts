import type { RatedGame, RatingClass } from '@doushouqi/protocol';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { api } from '../../client/api.ts';
import { realtime } from '../../client/realtime.ts';
import { RATINGS } from '../../shared/ratings/queries.ts';

/**
 * Interval of requests until the game is rated: it is rated after it is archived, shortly after its end.
 * Milliseconds.
 */
const ASK_AGAIN = 3_000;
/** Number of a player's recent games to search. */
const LATEST = 5;

/** Reloads all ratings on the page when a game of this user was rated. */
export function useRatingNews(): void {
  const client = useQueryClient();
  useEffect(
    () => realtime.onPersonal('ratingChanged', () => void client.invalidateQueries({ queryKey: RATINGS })),
    [client],
  );
}

/** Returns the change of a user's rating by a game; null until it is rated. Polls, because the event may be lost. */
export function useRatingChange(userId: string, gameId: string, ratingClass: RatingClass): RatedGame | null {
  const { data = null } = useQuery({
    queryKey: [...RATINGS, userId, 'game', gameId],
    queryFn: async () => {
      const query = { class: ratingClass, limit: LATEST };
      const { games } = await api.listRatedGames({ params: { userId }, query });
      return games.find((game) => game.gameId === gameId) ?? null;
    },
    retry: false,
    staleTime: ASK_AGAIN,
    refetchInterval: ({ state }) => !state.data && ASK_AGAIN,
  });
  useRatingNews();
  return data;
}
