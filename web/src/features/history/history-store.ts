import type { RouteRequest, Routes } from '@doushouqi/protocol';
import { useStore } from 'zustand';
import { createStore } from 'zustand/vanilla';
import { session } from '../../client/session.ts';

type Query = Required<RouteRequest<Routes['listRecords']>['query'] & object>;

export const FILTERS = [
  'all',
  'ranked',
  'tournament',
  'favorites',
  'local',
] as const satisfies readonly Query['filter'][];
export type Filter = (typeof FILTERS)[number];
export const RESULTS = ['win', 'loss', 'draw'] as const;
type GameResult = (typeof RESULTS)[number];

/** The shown part of the history. */
export interface HistoryView {
  filter: Filter;
  /** Counted from 1. */
  page: number;
  /** Part of the opponent's name as typed; empty: any opponent. */
  opponent: string;
  /** Null: any result. */
  result: GameResult | null;
}

const START: HistoryView = { filter: 'all', page: 1, opponent: '', result: null };

/** Lives as long as the window, so that the list is unchanged after a visit to a game. */
const historyStore = createStore<HistoryView>(() => START);

export function useHistoryView(): HistoryView {
  return useStore(historyStore);
}

/** Shows another part, from its first page. */
export function setView(part: Partial<Omit<HistoryView, 'page'>>): void {
  historyStore.setState({ ...part, page: 1 });
}

export function turnTo(page: number): void {
  historyStore.setState({ page });
}

export function clearSearch(): void {
  setView({ opponent: START.opponent, result: START.result });
}

/** Returns whether the filter is narrowed by a search. */
export function isSearched({ opponent, result }: HistoryView): boolean {
  return opponent.trim() !== '' || result !== null;
}

// A search of one user is not shown to the next.
session.store.subscribe(({ user }, before) => {
  if (user?._id !== before.user?._id) historyStore.setState(START);
});
