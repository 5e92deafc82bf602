import type { TournamentDetails } from '@doushouqi/protocol';
import { useQueries, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { api } from '../../../client/api.ts';
import { realtime } from '../../../client/realtime.ts';
import { onUpdate, pollInterval } from '../use-tournament.ts';

/** After an update, the current round is requested again at most once in this time. Milliseconds. */
const REFRESH = 3_000;

type Which = Pick<TournamentDetails, 'id' | 'phase' | 'round' | 'nextAt'>;

function roundKey(id: string, round: number) {
  return ['swissRound', id, round] as const;
}

function optionsOf({ id, phase, round: current, nextAt }: Which, round: number) {
  // Results of a round that is over do not change.
  const isOver = round < current || phase === 'finished' || nextAt !== null;
  return {
    queryKey: [...roundKey(id, round), isOver] as const,
    queryFn: () => api.getSwissRound({ params: { id, round } }),
    enabled: round > 0,
    retry: false,
    staleTime: isOver ? Number.POSITIVE_INFINITY : 0,
    refetchInterval: isOver ? (false as const) : pollInterval(phase, realtime.isConnected()),
  };
}

/** Returns the query of the pairings of a round; those of the current round follow its games. */
export function useRound(which: Which, round: number) {
  const queries = useQueryClient();
  const { id } = which;
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const stop = onUpdate(id, () => {
      timer ??= setTimeout(() => {
        timer = undefined;
        void queries.invalidateQueries({ queryKey: roundKey(id, round) });
      }, REFRESH);
    });
    return () => {
      clearTimeout(timer);
      stop();
    };
  }, [id, round, queries]);
  return useQuery({
    ...optionsOf(which, round),
    placeholderData: (previous) => (previous?.round === round ? previous : undefined),
  });
}

/** Returns the queries of all rounds that began, the first one first. */
export function useRounds(which: Which) {
  return useQueries({
    queries: Array.from({ length: which.round }, (_, n) => optionsOf(which, n + 1)),
  });
}
