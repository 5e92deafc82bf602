import { type RouteReply, type Routes, TOURNAMENT_TEXT_PAGE } from '@doushouqi/protocol';
import { ROUTES } from '@doushouqi/protocol/server';
import { formatGameText, gameOfRecord } from '@doushouqi/rules';
import { chinaTime } from '../china.ts';
import type { TournamentContext } from '../context.ts';
import { findTournament, pageOfGames } from './show.ts';

function dayInChina(at: number | null): string {
  return at === null ? '' : chinaTime(at).slice(0, 10);
}

/**
 * Returns the finished games among those after the first `after` ones as text, with an empty line between two. Those that
 * are not archived yet are missing. Throws TOURNAMENT_NOT_FOUND, and UNAVAILABLE without the record service.
 */
export async function exportGames(
  context: Pick<TournamentContext, 'catalog' | 'ledger' | 'standings' | 'peers' | 'games' | 'records'>,
  id: string,
  after: number,
): Promise<RouteReply<Routes['exportTournamentGames']>> {
  const tournament = await findTournament(context, id);
  const page = await pageOfGames(context, tournament, { after, count: TOURNAMENT_TEXT_PAGE });
  const finished = page.games.filter(({ result }) => result !== null && result !== 'void');
  const gameIds = finished.map(({ _id }) => _id);
  const { games } =
    gameIds.length > 0
      ? await context.records.call(ROUTES.exportGames, { body: { gameIds } })
      : { games: [] };
  const archived = new Map(games.map(({ gameId, game }) => [gameId, game]));
  const texts = finished.flatMap(({ _id, round }) => {
    const read = gameOfRecord({ ...archived.get(_id), event: tournament.name, round }, dayInChina);
    return read.ok ? [formatGameText(read.value)] : [];
  });
  return { text: texts.join('\n'), next: page.next };
}
