import { gameTimeMs } from '@doushouqi/protocol';
import type { SwissPairing, TournamentEvent } from '@doushouqi/tournament';
import type { StoredTournament } from '../models.ts';
import type { Book } from '../store/book.ts';
import { voided } from './arena.ts';
import { nextRoundAt } from './times.ts';

/** Steps of a Swiss. Pure. */

type Definition = Pick<
  StoredTournament,
  'startsAt' | 'minutes' | 'rounds' | 'timeControl' | 'breakMs' | 'checkIn'
>;

/** Returns the events after the last game of a round, and those of games that ran too long or whose room was lost. */
export function roundEnd(tournament: Definition, { state }: Book, at: number): TournamentEvent[] {
  if (state.phase !== 'running' || state.round === state.roundsEnded) return [];
  const late = [...state.games.values()].filter((game) => at - game.at >= gameTimeMs(tournament.timeControl));
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

/** Returns the players of a pairing, with the bye. */
function playersIn({ pairs, bye }: SwissPairing): string[] {
  return [...pairs.flatMap(({ red, blue }) => [red, blue]), ...(bye === null ? [] : [bye])];
}

/**
 * Returns the events of a new round. `pairing` null: no pairing exists, so the tournament ends. Of players who withdrew while
 * the round was paired the game is lost; those who entered meanwhile for the first time get a half-point bye. None if a player requested a bye
 * meanwhile: the round is paired again.
 */
export function roundStart(
  { state }: Book,
  round: number,
  pairing: SwissPairing | null,
  { at, newId }: { at: number; newId: () => string },
): TournamentEvent[] {
  // Another process started it.
  if (state.phase !== 'running' || state.round !== round - 1) return [];
  if (pairing === null || pairing.pairs.length === 0) return [{ kind: 'ended', at }];
  const hasEntry = (id: string) => state.players.get(id)!.sheet.some((entry) => entry.round === round);
  const paired = new Set(playersIn(pairing));
  if ([...paired].some(hasEntry)) return [];
  const late = [...state.players.values()].filter(
    ({ id, status, joinedAt, statusAt }) =>
      status === 'active' && statusAt === joinedAt && !paired.has(id) && !hasEntry(id),
  );
  return [
    { kind: 'roundStarted', round, at },
    ...pairing.pairs.map(({ red, blue }): TournamentEvent => {
      return { kind: 'paired', game: newId(), red, blue, round, at };
    }),
    ...(pairing.bye === null
      ? []
      : [{ kind: 'bye', player: pairing.bye, round, reason: 'odd', at } as const]),
    ...late.map(({ id }) => ({ kind: 'bye', player: id, round, reason: 'late', at }) as const),
  ];
}
