import type { OwnEntry } from '@doushouqi/protocol';
import {
  errorOf,
  refuseGame,
  refuseSanctioned,
  requireMember,
  type VerifiedToken,
} from '@doushouqi/service-kit';
import type { TournamentEvent } from '@doushouqi/tournament';
import type { TournamentContext } from '../context.ts';
import { checkIn, join, leave, pause } from '../decide/entry.ts';
import type { StoredTournament } from '../models.ts';
import { presentOwn } from '../presenters/tournament.ts';
import type { Book } from '../store/book.ts';
import { findTournament } from './show.ts';

/** Returns the caller's entry after a change. */
async function ownIn(
  { ledger, standings, peers }: TournamentContext,
  { _id, kind }: StoredTournament,
  userId: string,
): Promise<{ own: OwnEntry }> {
  const book = await ledger.read(_id, kind, Number.POSITIVE_INFINITY);
  return { own: (await presentOwn(peers, book, standings.of(book, userId), userId))! };
}

/** Returns an open tournament. Throws TOURNAMENT_NOT_FOUND and TOURNAMENT_OVER. */
async function openTournament(context: TournamentContext, id: string): Promise<StoredTournament> {
  const tournament = await findTournament(context, id);
  if (tournament.endedAt !== null) throw errorOf('TOURNAMENT_OVER');
  return tournament;
}

/** Throws PAIRING_PAUSED while the user may not look for opponents. */
async function refusePaused({ pauses, now }: TournamentContext, userId: string): Promise<void> {
  const until = await pauses.of(userId, now());
  if (until === null) return;
  const minutes = Math.max(1, Math.ceil((until - now()) / 60_000));
  throw errorOf('PAIRING_PAUSED', { message: `你暂时不能参加比赛，请 ${minutes} 分钟后再试` });
}

/** Who wants to enter, from which address, and the password that was sent. */
interface Entrant {
  user: VerifiedToken;
  network: string;
  password?: string | undefined;
}

/**
 * Checks the password of a private tournament: its creator needs none, nor does a player who returns. Wrong ones are counted for
 * user and address. Throws WRONG_TOURNAMENT_PASSWORD and RATE_LIMITED.
 */
async function checkPassword(
  { limits: { passwords } }: TournamentContext,
  { password, createdBy }: StoredTournament,
  { user: { userId }, network, password: given = '' }: Entrant,
): Promise<void> {
  if (!password || createdBy === userId) return;
  // A page asks whether one is needed by sending none.
  if (given === '') throw errorOf('WRONG_TOURNAMENT_PASSWORD');
  const keys = [userId, network];
  // Taken before the comparison, so that guesses that come at once are counted too.
  for (const key of keys) await passwords.consume(key);
  if (given.trim() !== password) throw errorOf('WRONG_TOURNAMENT_PASSWORD');
  for (const key of keys) await passwords.refund(key);
}

/**
 * Enters the caller, or returns after a pause or withdrawal. Idempotent. Throws GUEST_NOT_ALLOWED, TOURNAMENT_OVER,
 * TOURNAMENT_FULL, ENTRY_CLOSED, LEVEL_OUT_OF_RANGE, REMOVED_FROM_TOURNAMENT, PAIRING_PAUSED, RATED_PAUSED,
 * WRONG_TOURNAMENT_PASSWORD, RATE_LIMITED, and UNAVAILABLE without the rating service.
 */
export async function joinTournament(context: TournamentContext, id: string, entrant: Entrant) {
  const { user, network } = entrant;
  const { ledger, marks, peers, site, now } = context;
  requireMember(user, 'GUEST_NOT_ALLOWED');
  const { userId } = user;
  const tournament = await openTournament(context, id);
  const { kind, rated, levels, timeControl } = tournament;
  const book = await ledger.read(id, kind, 1_000);
  const known = book.state.players.get(userId);
  if (known?.status === 'active') {
    await ledger.confirmed(id, kind);
    return ownIn(context, tournament, userId);
  }
  if (known === undefined) await checkPassword(context, tournament, entrant);
  await refuseGame(site, { rated, now: now() });
  if (rated) refuseSanctioned(user, 'unrated', now());
  await refusePaused(context, userId);
  const { rating, level } = known
    ? { rating: known.rating, level: null }
    : await peers.strengthOf(userId, timeControl);
  if (levels !== null && level !== null && (level < levels.min || level > levels.max))
    throw errorOf('LEVEL_OUT_OF_RANGE');
  await ledger.change(id, kind, (current, pending) =>
    join(tournament, current, pending, { player: userId, rating, at: now() }),
  );
  await marks.noteNetwork(id, userId, network);
  return ownIn(context, tournament, userId);
}

async function changeEntry(
  context: TournamentContext,
  id: string,
  userId: string,
  decide: (tournament: StoredTournament, book: Book, at: number) => TournamentEvent[],
) {
  const tournament = await openTournament(context, id);
  const { ledger, now } = context;
  await ledger.change(id, tournament.kind, (book) => decide(tournament, book, now()));
  return ownIn(context, tournament, userId);
}

/** Throws NOT_ENTERED, TOURNAMENT_OVER, in a Swiss BYE_USED and LAST_ROUND. */
export function pauseTournament(context: TournamentContext, id: string, userId: string) {
  return changeEntry(context, id, userId, (tournament, book, at) => pause(tournament, book, userId, at));
}

/** Throws NOT_ENTERED and TOURNAMENT_OVER. */
export function leaveTournament(context: TournamentContext, id: string, userId: string) {
  return changeEntry(context, id, userId, (_, book, at) => leave(book, userId, at));
}

/** Throws NOT_ENTERED, TOURNAMENT_OVER and CHECK_IN_CLOSED. */
export function checkInTournament(context: TournamentContext, id: string, userId: string) {
  return changeEntry(context, id, userId, (tournament, book, at) => checkIn(tournament, book, userId, at));
}
