import type { SwissPairing, TournamentEvent } from '@doushouqi/tournament';
import type { StoredTournament } from '../models.ts';
import type { Book } from '../store/book.ts';
import { voided } from './arena.ts';
import { gameTimeMs, nextRoundAt } from './times.ts';

/** Steps of a Swiss. Pure. */

type Definition = Pick<
  StoredTournament,
  'startsAt' | 'minutes' | 'rounds' | 'timeControl' | 'breakMs' | 'checkIn'
>;

/** Returns the events after the last game of a round, and those of games that ran too long or whose room was lost. */
export function roundEnd(tournament: Definition, { state }: Book, at: number): TournamentEvent[] {
  if (state.phase !== 'running' || state.round === state.roundsEnded) return [];
  const late = [...state.games.values()].filter((game) => at - game.at >= gameTimeMs(tournament));
  const ended = late.map(({ game }) => voided(game, at));
  if (late.length < state.games.size) return ended;
  const round: TournamentEvent = { kind: 'roundEnded', round: state.round, at };
  return [...ended, round, ...(state.round >= tournament.rounds! ? [{ kind: 'ended', at } as const] : [])];
}

/** Returns the round to pair now; null if none is due. */
export function dueRound(tournament: Definition, book: Book, now: number): number | null {
  const next = nextRoundAt(tournament, book);
  if (book.state.phase !== 'running' || next === null || next > now) return null;
  return book.state.round + 1;
}

/** Returns the events of a new round. `pairing` null: no pairing exists, so the tournament ends. */
export function roundStart(
  { state }: Book,
  round: number,
  pairing: SwissPairing | null,
  { at, newId }: { at: number; newId: () => string },
): TournamentEvent[] {
  // Another process started it.
  if (state.phase !== 'running' || state.round !== round - 1) return [];
  if (pairing === null || pairing.pairs.length === 0) return [{ kind: 'ended', at }];
  return [
    { kind: 'roundStarted', round, at },
    ...pairing.pairs.map(({ red, blue }): TournamentEvent => {
      return { kind: 'paired', game: newId(), red, blue, round, at };
    }),
    ...(pairing.bye === null
      ? []
      : [{ kind: 'bye', player: pairing.bye, round, reason: 'odd', at } as const]),
  ];
}
