import { CHECK_IN_TIME } from '@doushouqi/protocol';
import type { StoredTournament } from '../models.ts';
import type { Book } from '../store/book.ts';

/** Times of a tournament, epoch ms. Pure. */

type Times = Pick<
  StoredTournament,
  'startsAt' | 'minutes' | 'rounds' | 'timeControl' | 'breakMs' | 'checkIn'
>;

/** Moves for which the clocks of a game are counted: nearly all games are shorter. */
const COUNTED_MOVES = 60;
/** Until the players are at the table and after the last move. */
const MARGIN_MS = 90_000;

/** Returns the longest time of a game that still counts: both clocks with the increments of sixty moves. Milliseconds. */
export function gameTimeMs({ timeControl: { initial, increment } }: Pick<Times, 'timeControl'>): number {
  return 2 * (initial * 60_000 + COUNTED_MOVES * increment * 1_000) + MARGIN_MS;
}

/** Returns when an arena ends, and when a Swiss is expected to end: a round takes half of the longest time. */
export function endOf(tournament: Times): number {
  const { startsAt, minutes, rounds, breakMs } = tournament;
  if (minutes !== null) return startsAt + minutes * 60_000;
  return startsAt + rounds! * (gameTimeMs(tournament) / 2 + breakMs);
}

export function checkInAt({ checkIn, startsAt }: Times): number | null {
  return checkIn ? startsAt - CHECK_IN_TIME : null;
}

/** Returns when the next round of a Swiss starts; null while games run, after the last one, and for an arena. */
export function nextRoundAt(
  { rounds, startsAt, breakMs }: Times,
  { state, roundEndedAt }: Book,
): number | null {
  if (rounds === null || state.phase === 'ended' || state.phase === 'cancelled' || state.round >= rounds)
    return null;
  if (state.round === 0) return startsAt;
  return state.roundsEnded === state.round && roundEndedAt !== null ? roundEndedAt + breakMs : null;
}
