import type { TournamentRound } from '@doushouqi/protocol';
import { createStore } from 'zustand/vanilla';
import { KEYS, storage } from './storage.ts';

interface TournamentCall {
  /** Whether the user's tournaments are followed on every page; they then stay followed. */
  needed: boolean;
  /** Steps of the user's tournaments that were not yet shown, oldest first. */
  steps: readonly TournamentRound[];
}

/** Calls for what is shown about the user's tournaments on every page, whose code loads for players of one only. */
export const tournamentCall = createStore<TournamentCall>(() => ({ needed: false, steps: [] }));

/** Remembers on this device whether the user has entered a tournament that is not over. */
export function rememberTournament(userId: string, hasEntered: boolean): void {
  if (hasEntered) storage.setItem(KEYS.tournament, userId);
  else storage.removeItem(KEYS.tournament);
}

/** Returns whether the user had entered one at the last request of this device. */
export function hadTournament(userId: string): boolean {
  return storage.getItem(KEYS.tournament) === userId;
}

export function callTournament(): void {
  tournamentCall.setState({ needed: true });
}

/** Takes a step that the server reported. */
export function stepReached(step: TournamentRound): void {
  tournamentCall.setState(({ steps }) => ({ needed: true, steps: [...steps, step] }));
}
