import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { api } from '../../client/api.ts';
import { rememberTournament } from '../../client/own-tournament.ts';
import { realtime } from '../../client/realtime.ts';
import { refreshTogether } from '../../client/refresh.ts';
import { useSession } from '../../client/session.ts';
import { hasEntered } from './next-step.ts';

/** Interval of requests without an event. Milliseconds. */
const LIST_INTERVAL = 60_000;
const DETAILS_INTERVAL = 20_000;

/** Key of the details as a user sees them; null for a visitor. */
export function tournamentKey(id: string | null, userId: string | null) {
  return ['tournament', id, userId] as const;
}

/** A tournament with the user's entry; null for none. The page of a tournament has the same data. */
export function useTournament(id: string | null, isFollowed = false) {
  const userId = useSession(({ user }) => user?._id ?? null);
  return useQuery({
    queryKey: tournamentKey(id, userId),
    queryFn: () => api.getTournament({ params: { id: id ?? '' } }),
    enabled: id !== null,
    staleTime: 5_000,
    refetchInterval: isFollowed && DETAILS_INTERVAL,
    retry: false,
  });
}

/** The name of a tournament, asked once; undefined while it loads and if there is no such tournament. */
export function useTournamentName(id: string): string | undefined {
  const { data } = useQuery({
    queryKey: ['tournament-name', id],
    queryFn: async () => (await api.getTournament({ params: { id } })).name,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: Number.POSITIVE_INFINITY,
    retry: false,
  });
  return data;
}

/** Public tournaments, and the user's own. `interval` of requests without an event, also after a failure, in ms. */
export function useTournaments(interval = LIST_INTERVAL, afterFailure = interval) {
  const userId = useSession(({ user }) => user?._id ?? null);
  const client = useQueryClient();
  useEffect(() => {
    const refresh = (): void => refreshTogether(client, ['tournaments'], ['tournament']);
    const stops = [
      realtime.onPersonal('tournamentRound', refresh),
      realtime.onPersonal('tournamentPaired', refresh),
      realtime.onConnected(refresh),
    ];
    return () => {
      for (const stop of stops) stop();
    };
  }, [client]);
  const query = useQuery({
    queryKey: ['tournaments', userId],
    queryFn: () => api.listTournaments(),
    staleTime: 10_000,
    refetchInterval: ({ state }) => (state.status === 'error' ? afterFailure : interval),
    retry: false,
  });
  const { data } = query;
  useEffect(() => {
    if (data && userId !== null) rememberTournament(userId, hasEntered(data));
  }, [data, userId]);
  return query;
}
