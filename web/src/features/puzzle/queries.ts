import type { PuzzleView } from '@doushouqi/protocol';
import { type QueryClient, skipToken, useQuery, useQueryClient } from '@tanstack/react-query';
import { api } from '../../client/api.ts';
import { useSession } from '../../client/session.ts';
import type { PuzzleChoice } from './kept.ts';
import { isRefused } from './puzzle-state.ts';

/** Prefix of all that solving changes. */
const SOLVING = ['puzzles'] as const;

/** Milliseconds until data is requested again, and after a failure. */
const FRESH = 30_000;
const RETRY_AFTER = 8_000;

/** Options of all these queries: a failed one is repeated by itself. */
const patience = {
  staleTime: FRESH,
  retry: false,
  refetchInterval: ({ state }: { state: { status: string; error: unknown } }) =>
    state.status === 'error' && !isRefused(state.error) && RETRY_AFTER,
} as const;

/** A puzzle never changes. */
const FOREVER = { ...patience, staleTime: Number.POSITIVE_INFINITY };

function keyOf(puzzleId: string) {
  return ['puzzle', puzzleId] as const;
}

/** Stores a puzzle that came with another reply. */
export function rememberPuzzle(client: QueryClient, puzzle: PuzzleView): void {
  client.setQueryData(keyOf(puzzle.id), puzzle);
}

export function usePuzzle(puzzleId: string) {
  return useQuery({
    queryKey: keyOf(puzzleId),
    queryFn: () => api.getPuzzle({ params: { puzzleId } }),
    ...FOREVER,
  });
}

/** Requests a puzzle by the user's choice. @param after the puzzle on the screen */
export function requestNext({ motif, level }: PuzzleChoice, after?: string): Promise<PuzzleView> {
  return api.nextPuzzle({ query: { level, ...(motif && { motif }), ...(after && { after }) } });
}

/** A puzzle to begin with; another one at each visit. */
export function useNextPuzzle(choice: PuzzleChoice) {
  return useQuery({
    queryKey: ['next-puzzle', choice],
    queryFn: () => requestNext(choice),
    ...patience,
    gcTime: 0,
  });
}

/** The user's rating, streaks, week and mistakes; not requested for a visitor. */
export function useSolver() {
  const userId = useSession(({ user }) => user?._id);
  return useQuery({
    queryKey: [...SOLVING, 'solver', userId],
    queryFn: userId === undefined ? skipToken : () => api.getSolver(),
    ...patience,
  });
}

/** @param date null for today */
export function useDaily(date: string | null) {
  const userId = useSession(({ user }) => user?._id);
  return useQuery({
    queryKey: [...SOLVING, 'daily', date, userId],
    queryFn: () => api.getDailyPuzzle({ query: date === null ? {} : { date } }),
    ...patience,
  });
}

/** @param month as 2026-11 */
export function useDailyMonth(month: string) {
  const userId = useSession(({ user }) => user?._id);
  return useQuery({
    queryKey: [...SOLVING, 'month', month, userId],
    queryFn: () => api.listDailyPuzzles({ query: { month } }),
    ...patience,
  });
}

export function useMistakes() {
  const userId = useSession(({ user }) => user?._id);
  return useQuery({
    queryKey: [...SOLVING, 'mistakes', userId],
    queryFn: userId === undefined ? skipToken : async () => (await api.listMistakes()).mistakes,
    ...patience,
  });
}

/** Returns a function that requests again what solving changes. */
export function useSolvingChanged(): () => void {
  const client = useQueryClient();
  return () => void client.invalidateQueries({ queryKey: SOLVING });
}
