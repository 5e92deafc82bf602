import { CHECK_IN_TIME, type ErrorCode, TOURNAMENT_PLAYERS } from '@doushouqi/protocol';
import { errorOf } from '@doushouqi/service-kit';
import { lateByes, mayEnter, mayRequestBye, type Player, type TournamentEvent } from '@doushouqi/tournament';
import type { StoredTournament } from '../models.ts';
import type { Book } from '../store/book.ts';

/** Changes of entries. Each returns the events, none if nothing changes, and throws the refusal. Pure. */

type Definition = Pick<StoredTournament, 'kind' | 'rounds' | 'startsAt' | 'checkIn'>;

function refuseOver({ state }: Book): void {
  if (state.phase === 'ended') throw errorOf('TOURNAMENT_OVER');
  if (state.phase === 'cancelled') throw errorOf('TOURNAMENT_NOT_FOUND');
}

function entrantsIn(pending: readonly TournamentEvent[]): number {
  return pending.filter(({ kind }) => kind === 'joined').length;
}

/** Returns why a user may not enter, or null. */
function entryRefusal(
  { kind, rounds }: Definition,
  { state }: Book,
  player: Player | undefined,
  pending: readonly TournamentEvent[],
): ErrorCode | null {
  if (player?.status === 'removed') return 'REMOVED_FROM_TOURNAMENT';
  if (kind === 'swiss' && !mayEnter(state, rounds!)) return 'ENTRY_CLOSED';
  const isFull = player === undefined && state.players.size + entrantsIn(pending) >= TOURNAMENT_PLAYERS[kind];
  return isFull ? 'TOURNAMENT_FULL' : null;
}

/** Enters or returns. A late entry to a Swiss gets half-point byes for the rounds before. */
export function join(
  tournament: Definition,
  book: Book,
  pending: readonly TournamentEvent[],
  { player: id, rating, at }: { player: string; rating: number; at: number },
): TournamentEvent[] {
  refuseOver(book);
  const player = book.state.players.get(id);
  if (player?.status === 'active') return [];
  const refusal = entryRefusal(tournament, book, player, pending);
  if (refusal !== null) throw errorOf(refusal);
  const isLate = tournament.kind === 'swiss' && player === undefined;
  return [{ kind: 'joined', player: id, rating, at }, ...(isLate ? lateByes(id, book.state.round, at) : [])];
}

function entryOf({ state }: Book, id: string): Player {
  const player = state.players.get(id);
  if (player === undefined) throw errorOf('NOT_ENTERED');
  if (player.status === 'removed') throw errorOf('REMOVED_FROM_TOURNAMENT');
  return player;
}

/** Pauses in an arena; in a Swiss requests the half-point bye of the next round. */
export function pause({ kind, rounds }: Definition, book: Book, id: string, at: number): TournamentEvent[] {
  refuseOver(book);
  const player = entryOf(book, id);
  if (kind === 'arena') return player.status === 'active' ? [{ kind: 'paused', player: id, at }] : [];
  const round = book.state.round + 1;
  if (player.sheet.some((one) => one.kind === 'bye' && one.round === round)) return [];
  if (round > rounds!) throw errorOf('LAST_ROUND');
  if (!mayRequestBye(player, round)) throw errorOf('BYE_USED');
  return [{ kind: 'bye', player: id, round, reason: 'requested', at }];
}

export function leave(book: Book, id: string, at: number): TournamentEvent[] {
  refuseOver(book);
  return entryOf(book, id).status === 'left' ? [] : [{ kind: 'left', player: id, at }];
}

/** States that a player of a Swiss is present, until it starts. */
export function checkIn(
  { checkIn: isAsked, startsAt }: Definition,
  book: Book,
  id: string,
  at: number,
): TournamentEvent[] {
  refuseOver(book);
  const player = entryOf(book, id);
  if (player.isCheckedIn) return [];
  if (!isAsked || book.state.phase !== 'open' || at < startsAt - CHECK_IN_TIME)
    throw errorOf('CHECK_IN_CLOSED');
  return [{ kind: 'checkedIn', player: id, at }];
}

/** Returns the players of a Swiss with check-in who are not present at its start: they are out until they join again. */
export function withoutCheckIn(
  { checkIn: isAsked }: Definition,
  { state }: Book,
  at: number,
): TournamentEvent[] {
  if (!isAsked) return [];
  return [...state.players.values()]
    .filter(({ status, isCheckedIn }) => status === 'active' && !isCheckedIn)
    .map(({ id }) => ({ kind: 'left', player: id, at }));
}
