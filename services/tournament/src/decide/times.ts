import { CHECK_IN_TIME, roundTimeMs } from '@doushouqi/protocol';
import type { StoredTournament } from '../models.ts';
import type { Book } from '../store/book.ts';

/** Times of a tournament, epoch ms. Pure. */

type Times = Pick<
  StoredTournament,
  'startsAt' | 'minutes' | 'rounds' | 'timeControl' | 'breakMs' | 'checkIn'
>;

/** Returns when an arena ends, and when a Swiss is expected to end. */
export function endOf(tournament: Times): number {
  const { startsAt, minutes, rounds, breakMs, timeControl } = tournament;
  if (minutes !== null) return startsAt + minutes * 60_000;
  return startsAt + rounds! * (roundTimeMs(timeControl) + breakMs);
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
