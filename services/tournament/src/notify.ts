import {
  STANDINGS_PAGE,
  TOURNAMENT_UPDATE_INTERVAL,
  type TournamentRound,
  type TournamentUpdate,
} from '@doushouqi/protocol';
import type { Paired } from '@doushouqi/tournament';
import type { TournamentContext } from './context.ts';
import { nextRoundAt } from './decide/times.ts';
import type { StoredTournament } from './models.ts';
import { checkedInTo, playersIn, presentRows } from './presenters/standings.ts';
import { phaseOf, presentOwnGame } from './presenters/tournament.ts';
import type { Book } from './store/book.ts';

/** Rows of an update. */
const TOP = STANDINGS_PAGE / 2;

type Parts = Pick<TournamentContext, 'notifier' | 'peers' | 'logger'>;
type CallParts = Parts & Pick<TournamentContext, 'calls'>;

function quietly({ logger }: Parts, work: Promise<unknown>): Promise<unknown> {
  // A client that misses the message reads the state when it connects.
  return work.catch((error: unknown) => logger.warn({ err: error }, 'players were not notified'));
}

/** Notifies both players of a game whose room exists. */
export async function notifyPaired(
  parts: CallParts,
  tournament: StoredTournament,
  paired: Paired,
): Promise<void> {
  const { _id, name } = tournament;
  const notify = async (userId: string) => {
    const game = await presentOwnGame(parts.peers, paired, userId);
    await parts.notifier.notify([userId], { event: 'tournamentPaired', payload: { ...game, id: _id, name } });
  };
  await quietly(parts, Promise.all([paired.red, paired.blue].map(notify)));
  await quietly(parts, parts.calls.toGame(tournament, paired));
}

/** Notifies players of a step. */
export async function notifyStep(
  parts: Parts,
  { _id, name }: StoredTournament,
  userIds: readonly string[],
  step: Pick<TournamentRound, 'step' | 'round'>,
): Promise<void> {
  const payload = { id: _id, name, ...step };
  await quietly(parts, parts.notifier.notify(userIds, { event: 'tournamentRound', payload }));
}

/** Notifies players that the check-in has opened. */
export async function notifyCheckIn(
  parts: CallParts,
  tournament: StoredTournament,
  userIds: readonly string[],
): Promise<void> {
  await notifyStep(parts, tournament, userIds, { step: 'checkIn', round: null });
  await quietly(parts, parts.calls.toCheckIn(tournament, userIds));
}

/** Notifies the players of the last change by the creator, once. */
export async function announceChange(
  parts: Parts & Pick<TournamentContext, 'marks'>,
  tournament: StoredTournament,
  book: Book,
): Promise<void> {
  const { revision } = tournament;
  if (revision === 0 || book.state.phase !== 'open') return;
  if (!(await parts.marks.announceOnce(book.id, `changed:${revision}`))) return;
  await notifyStep(parts, tournament, playersWithin(book), { step: 'changed', round: null });
}

/** Notifies a player of a Swiss who was removed. */
export async function notifyRemoved(
  parts: Parts,
  tournament: StoredTournament,
  { state }: Book,
  userId: string,
): Promise<void> {
  if (state.players.get(userId)?.status !== 'removed') return;
  await notifyStep(parts, tournament, [userId], { step: 'removed', round: state.round });
}

/** Returns the players who have not left, also those who rest. */
export function playersWithin({ state }: Book): string[] {
  return [...state.players.values()]
    .filter(({ status }) => status === 'active' || status === 'paused')
    .map(({ id }) => id);
}

/** Sends a changed tournament to its spectators, unless a process did so within the last second. */
export async function publishUpdate(
  {
    marks,
    notifier,
    peers,
    standings,
  }: Pick<TournamentContext, 'marks' | 'notifier' | 'peers' | 'standings'>,
  tournament: StoredTournament,
  book: Book,
): Promise<void> {
  const { state, length } = book;
  if (!(await marks.takeUpdate(book.id, length, TOURNAMENT_UPDATE_INTERVAL))) return;
  const marked = { playing: playersIn(state), checkedIn: checkedInTo(tournament, book) };
  const payload: TournamentUpdate = {
    id: book.id,
    v: length,
    phase: phaseOf({ tournament, book }),
    round: state.round,
    players: state.players.size,
    games: state.games.size,
    nextAt: nextRoundAt(tournament, book),
    top: await presentRows(peers, standings.of(book), { from: 0, count: TOP, ...marked }),
  };
  await notifier.notifyTournament(book.id, { event: 'tournamentUpdate', payload });
}
