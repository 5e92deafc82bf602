import { ROUTES } from '@doushouqi/protocol/server';
import { AppError, byUser, type HttpApp, route } from '@doushouqi/service-kit';
import { cancelTournament, stopTournament } from './commands/cancel.ts';
import { changeTournament } from './commands/change.ts';
import { createTournament } from './commands/create.ts';
import { endGame } from './commands/end-game.ts';
import { checkInTournament, joinTournament, leaveTournament, pauseTournament } from './commands/enter.ts';
import { exportGames } from './commands/export-games.ts';
import {
  findTournament,
  listGames,
  listTournaments,
  showRound,
  showStandings,
  showTournament,
} from './commands/show.ts';
import { showRecord } from './commands/show-record.ts';
import type { TournamentContext } from './context.ts';

/** Counts unknown ids for an address, so that links of private tournaments are not guessed. */
async function countGuess<T>(
  { guesses }: TournamentContext['limits'],
  address: string,
  read: () => Promise<T>,
): Promise<T> {
  await guesses.check(address);
  try {
    return await read();
  } catch (error) {
    if (error instanceof AppError && error.code === 'TOURNAMENT_NOT_FOUND') await guesses.consume(address);
    throw error;
  }
}

/** Visitors read. */
function mountReads(app: HttpApp, context: TournamentContext): void {
  const { limits } = context;
  const { reads: limit } = limits;
  route(app, ROUTES.listTournaments, {
    limit,
    handler: ({ user }) => listTournaments(context, user?.userId ?? null),
  });
  route(app, ROUTES.getTournament, {
    limit,
    handler: ({ params: { id }, user, address }) =>
      countGuess(limits, address, () => showTournament(context, id, user?.userId ?? null)),
  });
  route(app, ROUTES.getStandings, {
    limit,
    handler: ({ params: { id }, query, user, address }) =>
      countGuess(limits, address, () => showStandings(context, id, user?.userId ?? null, query)),
  });
  route(app, ROUTES.getSwissRound, {
    limit,
    handler: ({ params: { id, round }, address }) =>
      countGuess(limits, address, () => showRound(context, id, round)),
  });
  route(app, ROUTES.listTournamentGames, {
    limit,
    handler: ({ params: { id }, query: { after = 0 }, address }) =>
      countGuess(limits, address, () => listGames(context, id, after)),
  });
}

/** Records and games of all tournaments, for everyone. */
function mountRecords(app: HttpApp, context: TournamentContext): void {
  route(app, ROUTES.exportTournamentGames, {
    limit: context.limits.exports,
    handler: ({ params: { id }, query: { after = 0 }, address }) =>
      countGuess(context.limits, address, () => exportGames(context, id, after)),
  });
  route(app, ROUTES.getTournamentRecord, {
    limit: context.limits.reads,
    handler: ({ params: { userId } }) => showRecord(context, userId),
  });
}

export function mountRoutes(app: HttpApp, context: TournamentContext): void {
  const { entries, creations } = context.limits;
  mountReads(app, context);
  mountRecords(app, context);
  route(app, ROUTES.createTournament, {
    authorize: byUser(creations),
    handler: ({ body, user }) => createTournament(context, user, body),
  });
  route(app, ROUTES.changeTournament, {
    authorize: byUser(creations),
    handler: ({ params: { id }, body, user }) => changeTournament(context, id, user, body),
  });
  route(app, ROUTES.cancelTournament, {
    authorize: byUser(creations),
    handler: async ({ params: { id }, user }) => {
      await cancelTournament(context, id, user.userId);
      return { success: true } as const;
    },
  });
  route(app, ROUTES.joinTournament, {
    authorize: byUser(entries),
    handler: ({ params: { id }, body: { password }, user, address: network }) =>
      countGuess(context.limits, network, () => joinTournament(context, id, { user, network, password })),
  });
  route(app, ROUTES.pauseTournament, {
    authorize: byUser(entries),
    handler: ({ params: { id }, user }) => pauseTournament(context, id, user.userId),
  });
  route(app, ROUTES.leaveTournament, {
    authorize: byUser(entries),
    handler: ({ params: { id }, user }) => leaveTournament(context, id, user.userId),
  });
  route(app, ROUTES.checkIn, {
    authorize: byUser(entries),
    handler: ({ params: { id }, user }) => checkInTournament(context, id, user.userId),
  });
  route(app, ROUTES.showSeriesFile, { handler: () => context.seriesFile() });
  route(app, ROUTES.stopTournament, { handler: ({ params: { id } }) => stopTournament(context, id) });
  route(app, ROUTES.nameTournament, {
    handler: async ({ params: { id } }) => ({ name: (await findTournament(context, id)).name }),
  });
  route(app, ROUTES.endTournamentGame, {
    handler: async ({ body }) => {
      await endGame(context, body);
      return { success: true } as const;
    },
  });
}
