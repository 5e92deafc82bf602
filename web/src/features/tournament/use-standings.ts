import {
  STANDINGS_PAGE,
  type StandingsPage,
  type StandingsRow,
  type TournamentDetails,
  type TournamentUpdate,
} from '@doushouqi/protocol';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { api } from '../../client/api.ts';
import { realtime } from '../../client/realtime.ts';
import { onUpdate, pollInterval, useUserId } from './use-tournament.ts';

/** After an update, a page is requested again at most once in this time. Milliseconds. */
const REFRESH = 3_000;

/** Returns the first page with the first rows of an update. Pure. */
export function withTop(page: StandingsPage, { top, players }: TournamentUpdate): StandingsPage {
  const moved = new Set(top.map(({ user }) => user._id));
  const rest = page.rows.filter(({ user, rank }) => !moved.has(user._id) && rank > top.length);
  return {
    from: 0,
    total: players,
    rows: [...top, ...rest].slice(0, Math.max(page.rows.length, top.length)),
  };
}

/** A page of the standings; `from` null: the one around the viewer. */
function useRows(
  { id, phase }: Pick<TournamentDetails, 'id' | 'phase'>,
  from: number | null,
  enabled: boolean,
) {
  const userId = useUserId();
  return useQuery({
    queryKey: ['standings', id, from ?? userId],
    queryFn: () => api.getStandings({ params: { id }, query: from === null ? {} : { from } }),
    enabled,
    retry: false,
    placeholderData: (previous, query) => (query?.queryKey[1] === id ? previous : undefined),
    refetchInterval: pollInterval(phase, realtime.isConnected()),
  });
}

/** Keeps the standings current while mounted: the first rows come with each update, other rows are requested. */
function useLive(id: string): void {
  const queries = useQueryClient();
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const refresh = (): void => {
      timer = undefined;
      void queries.invalidateQueries({ queryKey: ['standings', id] });
    };
    const stops = [
      onUpdate(id, (update) => {
        queries.setQueryData<StandingsPage>(['standings', id, 0], (page) => page && withTop(page, update));
        timer ??= setTimeout(refresh, REFRESH);
      }),
      realtime.onConnected(refresh),
    ];
    return () => {
      clearTimeout(timer);
      for (const stop of stops) stop();
    };
  }, [id, queries]);
}

/** Rows between the first ones and those around the viewer, below which both are shown without a gap. */
const GAP = 3;

/**
 * Returns the rows of the overview: all of the first page without an entry, else the first `count`, and three around the viewer
 * after a gap; a few more without a gap if the viewer is just below them. Pure.
 */
export function overviewRows(
  top: readonly StandingsRow[],
  around: readonly StandingsRow[],
  ownRank: number | null,
  count: number,
): { first: readonly StandingsRow[]; own: readonly StandingsRow[] } {
  if (ownRank === null) return { first: top, own: [] };
  if (ownRank <= count + GAP) return { first: top.slice(0, count + GAP + 1), own: [] };
  const known = top.some(({ rank }) => rank === ownRank) ? top : around;
  return {
    first: top.slice(0, count),
    own: known.filter(({ rank }) => Math.abs(rank - ownRank) <= 1),
  };
}

/**
 * Returns the standings of a tournament: `page`, the query of the page of twenty from `from` on (`setFrom`), and `around`, the
 * query of the rows around the viewer, which has data only if the viewer is below the first page.
 */
export function useStandings(details: Pick<TournamentDetails, 'id' | 'phase' | 'own'>) {
  const [from, setFrom] = useState(0);
  useLive(details.id);
  const isBelow = (details.own?.rank ?? 0) > STANDINGS_PAGE;
  const page = useRows(details, from, true);
  const around = useRows(details, null, isBelow);
  return { from, setFrom, page, around };
}
export type Standings = ReturnType<typeof useStandings>;

/** Returns the last known first rows, for the podium, which stays while other pages are shown. */
export function useFirstRows({ from, page }: Pick<Standings, 'from' | 'page'>): readonly StandingsRow[] {
  const known = useRef<readonly StandingsRow[]>([]);
  if (from === 0 && page.data) known.current = page.data.rows;
  return known.current;
}
