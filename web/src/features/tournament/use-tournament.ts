import type { TournamentDetails, TournamentUpdate } from '@doushouqi/protocol';
import { type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { api } from '../../client/api.ts';
import { realtime } from '../../client/realtime.ts';
import { useSession } from '../../client/session.ts';
import { deviceNow } from '../../client/time.ts';
import { tournamentKey } from '../../shared/tournament/queries.ts';

/** Interval of requests without updates, as for visitors, while games run and before the start. Milliseconds. */
const POLL = { running: 5_000, coming: 20_000 } as const;
/** The same beside updates: own state and the leaders' tables are not in them. */
const SLOW = 30_000;

/** After an update, the details are requested again: for a player and for a spectator, at most once in this time. ms */
const REFRESH = { player: 3_000, spectator: 10_000 } as const;
/** The same after a new phase or round, at a random time, so that not all spectators ask at once. ms */
const STEP = { least: 500, spread: 2_000 } as const;

export function useUserId(): string | null {
  return useSession(({ user }) => user?._id ?? null);
}

/** Stores a part of the details that a command or an event brought. */
export function mergeTournament(
  queries: QueryClient,
  id: string,
  userId: string | null,
  part: Partial<TournamentDetails>,
): void {
  queries.setQueryData<TournamentDetails>(
    tournamentKey(id, userId),
    (known) => known && { ...known, ...part },
  );
}

/** Calls the listener with each update of a tournament, never with an older one. Returns a function that ends this. */
export function onUpdate(id: string, listener: (update: TournamentUpdate) => void): () => void {
  let last = -1;
  return realtime.onPersonal('tournamentUpdate', (update) => {
    if (update.id !== id || update.v <= last) return;
    last = update.v;
    listener(update);
  });
}

/**
 * Returns what polls without updates. Pure.
 */
export function pollInterval(
  phase: TournamentDetails['phase'] | undefined,
  hasUpdates: boolean,
): number | false {
  if (phase === 'finished') return false;
  return hasUpdates ? SLOW : POLL[phase ?? 'coming'];
}

/**
 * Follows the channel of a tournament while mounted: updates are merged into the details, and what they do not have is
 * requested again.
 */
function useChannel(id: string): void {
  const userId = useUserId();
  const queries = useQueryClient();
  useEffect(() => {
    const queryKey = tournamentKey(id, userId);
    let timer: ReturnType<typeof setTimeout> | undefined;
    let dueAt = Number.POSITIVE_INFINITY;
    const refresh = (): void => {
      clearTimeout(timer);
      dueAt = Number.POSITIVE_INFINITY;
      void queries.invalidateQueries({ queryKey });
    };
    const refreshWithin = (ms: number): void => {
      if (deviceNow() + ms >= dueAt) return;
      clearTimeout(timer);
      dueAt = deviceNow() + ms;
      timer = setTimeout(refresh, ms);
    };
    const take = ({ phase, round, players, games, nextAt }: TournamentUpdate): void => {
      const known = queries.getQueryData<TournamentDetails>(queryKey);
      const isStep = known?.phase !== phase || known.round !== round;
      mergeTournament(queries, id, userId, { phase, round, players, games, nextAt });
      if (isStep) refreshWithin(STEP.least + STEP.spread * Math.random());
      else refreshWithin(REFRESH[known.own ? 'player' : 'spectator']);
    };
    const stops = [
      realtime.watchTournament(id),
      onUpdate(id, take),
      realtime.onConnected(refresh),
      realtime.onPersonal('tournamentPaired', (paired) => paired.id === id && refresh()),
      realtime.onPersonal('tournamentRound', (step) => step.id === id && refresh()),
    ];
    return () => {
      clearTimeout(timer);
      for (const stop of stops) stop();
    };
  }, [id, userId, queries]);
}

/** Returns the query of a tournament with the viewer's entry, current while mounted. */
export function useTournament(id: string) {
  const userId = useUserId();
  useChannel(id);
  return useQuery({
    queryKey: tournamentKey(id, userId),
    queryFn: () => api.getTournament({ params: { id } }),
    retry: false,
    refetchInterval: ({ state }) => pollInterval(state.data?.phase, realtime.isConnected()),
  });
}
