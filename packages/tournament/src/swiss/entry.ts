import type { Bye } from '../events.ts';
import type { Player, TournamentState } from '../state.ts';

/** Whether a player may still enter a Swiss of `rounds` rounds: until half of them have started. */
export function mayEnter(
  { phase, round }: Pick<TournamentState, 'phase' | 'round'>,
  rounds: number,
): boolean {
  return (phase === 'open' || phase === 'running') && round <= rounds / 2;
}

/** Returns the half-point byes of a player who enters during a round, for all rounds up to it. */
export function lateByes(player: string, round: number, at: number): Bye[] {
  return Array.from({ length: round }, (_, n) => ({ kind: 'bye', player, round: n + 1, reason: 'late', at }));
}

/** Whether a player may ask for a half-point bye: once, and for a round that is not paired. */
export function mayRequestBye({ status, sheet }: Player, round: number): boolean {
  const isOpen = status === 'active' && !sheet.some((entry) => entry.round === round);
  return isOpen && !sheet.some((entry) => entry.kind === 'bye' && entry.reason === 'requested');
}
