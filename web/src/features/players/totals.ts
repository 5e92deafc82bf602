import type { RecordTotals } from '@doushouqi/protocol';

/** Of both together. Pure. */
export function sumOf(one: RecordTotals, other: RecordTotals): RecordTotals {
  return {
    games: one.games + other.games,
    wins: one.wins + other.wins,
    losses: one.losses + other.losses,
    draws: one.draws + other.draws,
  };
}
