import type { RatedGame } from '@doushouqi/protocol';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { api } from '../../client/api.ts';
import { realtime } from '../../client/realtime.ts';
import { RATINGS } from '../../shared/ratings/queries.ts';

/** A game is rated once it is kept, a moment after its end: until then it is asked for so often. Milliseconds. */
const ASK_AGAIN = 3_000;
/** Among so many last games of a player. */
const LATEST = 5;

/** Every part of the page that shows ratings asks again when a game of this user was rated. */
export function useRatingNews(): void {
  const client = useQueryClient();
  useEffect(
    () => realtime.onPersonal('ratingChanged', () => void client.invalidateQueries({ queryKey: RATINGS })),
    [client],
  );
}

/** What a game did to a user's rating; null while it is not rated yet. The event of it may be missed: it is asked, too. */
export function useRatingChange(userId: string, gameId: string): RatedGame | null {
  const { data = null } = useQuery({
    queryKey: [...RATINGS, userId, 'game', gameId],
    queryFn: async () => {
      const { games } = await api.listRatedGames({ params: { userId }, query: { limit: LATEST } });
      return games.find((game) => game.gameId === gameId) ?? null;
    },
    retry: false,
    staleTime: ASK_AGAIN,
    refetchInterval: ({ state }) => !state.data && ASK_AGAIN,
  });
  useRatingNews();
  return data;
}
