import {
  type RouteReply,
  type Routes,
  STANDINGS_PAGE,
  TOURNAMENT_GAMES_PAGE,
  type TournamentDetails,
} from '@doushouqi/protocol';
import { errorOf } from '@doushouqi/service-kit';
import type { TournamentContext } from '../context.ts';
import type { StoredTournament } from '../models.ts';
import { gamesOf, presentGames, presentRound } from '../presenters/games.ts';
import { checkedInTo, playersIn, presentRows, type Ranked, ranked } from '../presenters/standings.ts';
import { phaseOf, presentDetails, presentTournament, type Shown } from '../presenters/tournament.ts';

/** Age up to which a book is shown without another look at Redis. Milliseconds. */
const SHOWN_MS = 500;
/** Tournaments of a list. */
const MOST_LISTED = 100;

type Parts = Pick<TournamentContext, 'catalog' | 'ledger' | 'standings' | 'peers' | 'games'>;

/** Returns the definition of a tournament. Throws TOURNAMENT_NOT_FOUND. */
export async function findTournament(
  { catalog }: Pick<TournamentContext, 'catalog'>,
  id: string,
): Promise<StoredTournament> {
  const tournament = await catalog.find(id);
  if (tournament === null) throw errorOf('TOURNAMENT_NOT_FOUND');
  return tournament;
}

async function shownOf({ ledger }: Parts, tournament: StoredTournament): Promise<Shown> {
  const { _id, kind, endedAt } = tournament;
  return { tournament, book: endedAt === null ? await ledger.read(_id, kind, SHOWN_MS) : null };
}

/** Lists tournaments. Private ones only if the caller created or entered them. */
export async function listTournaments(
  context: Parts,
  userId: string | null,
): Promise<RouteReply<Routes['listTournaments']>> {
  const [open, past] = await Promise.all([context.catalog.open(), context.catalog.past()]);
  const shown = await Promise.all(open.map((one) => shownOf(context, one)));
  const isListed = ({ tournament: { isPrivate, createdBy }, book }: Shown) =>
    !isPrivate || (userId !== null && (createdBy === userId || book?.state.players.has(userId) === true));
  const present = (list: readonly Shown[]) =>
    Promise.all(list.map((one) => presentTournament(context.peers, one, userId)));
  const listed = shown.filter(isListed);
  const inPhase = (phase: string) => listed.filter((one) => phaseOf(one) === phase);
  const [coming, running, finished] = await Promise.all([
    present(inPhase('coming').slice(0, MOST_LISTED)),
    present(inPhase('running').slice(0, MOST_LISTED)),
    present([...inPhase('finished'), ...past.map((tournament) => ({ tournament, book: null }))]),
  ]);
  return { coming, running: running.sort((a, b) => a.endsAt - b.endsAt), finished };
}

/** Returns the standings of a tournament, the players of running games, and those who checked in. */
async function rankedOf(
  { catalog, standings }: Parts,
  { tournament, book }: Shown,
  userId: string | null,
): Promise<{ standings: Ranked; playing: ReadonlySet<string>; checkedIn: ReadonlySet<string> | null }> {
  if (book !== null) {
    const ofBook = { playing: playersIn(book.state), checkedIn: checkedInTo(tournament, book) };
    return { standings: standings.of(book, userId ?? undefined), ...ofBook };
  }
  const ended = await catalog.findEnded(tournament._id);
  return { standings: ranked(ended?.standings ?? []), playing: new Set(), checkedIn: null };
}

export async function showTournament(
  context: Parts & Pick<TournamentContext, 'marks'>,
  id: string,
  userId: string | null,
): Promise<TournamentDetails> {
  const shown = await shownOf(context, await findTournament(context, id));
  const { standings } = await rankedOf(context, shown, userId);
  const details = await presentDetails(context.peers, shown, standings, userId);
  const game = details.own?.game ?? null;
  if (game !== null && (await context.marks.notBegun(id, [game.gameId])).length > 0) game.isAwaited = true;
  return details;
}

/** Returns a page of `rows` rows, twenty if absent: from `from` on, else around the caller, else the first. */
export async function showStandings(
  context: Parts,
  id: string,
  userId: string | null,
  { from, rows: count = STANDINGS_PAGE }: { from?: number | undefined; rows?: number | undefined },
): Promise<RouteReply<Routes['getStandings']>> {
  const shown = await shownOf(context, await findTournament(context, id));
  const { standings, ...marked } = await rankedOf(context, shown, userId);
  const total = standings.rows.length;
  const own = userId === null ? undefined : standings.places.get(userId);
  const last = Math.max(0, total - count);
  const around = own === undefined ? 0 : Math.min(last, Math.max(0, own - Math.floor(count / 2)));
  const start = from ?? around;
  const rows = await presentRows(context.peers, standings, { from: start, count, ...marked });
  return { from: start, total, rows };
}

export async function showRound(
  context: Parts,
  id: string,
  round: number,
): Promise<RouteReply<Routes['getSwissRound']>> {
  const shown = await shownOf(context, await findTournament(context, id));
  const { standings } = await rankedOf(context, shown, null);
  const games =
    shown.book === null
      ? await context.games.find({ tournamentId: id, round }).sort({ position: 1 }).lean()
      : gamesOf(shown.book).filter((game) => game.round === round);
  return presentRound(context.peers, standings, games, round);
}

/** Returns `count` games after the first `after` ones, and the number before the next page; null on the last. */
export async function pageOfGames(
  context: Parts,
  tournament: StoredTournament,
  { after, count }: { after: number; count: number },
) {
  const { book } = await shownOf(context, tournament);
  const found =
    book === null
      ? await context.games
          .find({ tournamentId: tournament._id, position: { $gte: after } })
          .sort({ position: 1 })
          .limit(count + 1)
          .lean()
      : gamesOf(book, after, count + 1);
  const games = found.slice(0, count);
  return { games, next: found.length > count ? games.at(-1)!.position + 1 : null };
}

/** Lists the games after the first `after` ones. */
export async function listGames(
  context: Parts,
  id: string,
  after: number,
): Promise<RouteReply<Routes['listTournamentGames']>> {
  const tournament = await findTournament(context, id);
  const { games, next } = await pageOfGames(context, tournament, { after, count: TOURNAMENT_GAMES_PAGE });
  return { games: await presentGames(context.peers, games), next };
}
