import { roomKind, userId } from '../entities.ts';
import { finishedGame } from '../game-records.ts';
import { routesOf } from '../http.ts';
import { POLICIES } from '../room-kinds.ts';
import { seriesList } from '../series.ts';
import {
  newTournament,
  ownEntry,
  standingsPage,
  swissRound,
  tournament,
  tournamentDetails,
  tournamentGame,
  tournamentId,
  tournamentRecord,
} from '../tournaments.ts';
import { z } from '../zod.ts';
import { done } from './done.ts';

const params = z.object({ id: tournamentId });
const list = z.array(tournament);
const own = z.object({ own: ownEntry });

/** An entry of the caller. Repeating the call changes nothing. */
function entry<Verb extends string>(verb: Verb, meaning: string) {
  return {
    method: 'POST',
    path: `/tournaments/:id/${verb}`,
    auth: 'seek',
    othersGet: 'NOT_ENTERED',
    meaning: `${meaning} Idempotent.`,
    params,
    reply: own,
  } as const;
}

export const tournamentRoutes = routesOf('tournament', {
  listTournaments: {
    method: 'GET',
    path: '/tournaments',
    auth: 'optional',
    meaning:
      'Lists public tournaments: coming ones by start, running ones by end, the last finished ones; and the private ones of the caller.',
    reply: z.object({ coming: list, running: list, finished: list }),
  },
  createTournament: {
    method: 'POST',
    path: '/tournaments',
    auth: 'social',
    stoppedBy: 'mute',
    meaning:
      'Creates a tournament. The caller needs ten rated games and has one open tournament at a time. A private one is found by its id alone, which cannot be guessed, and entered with its password.',
    body: newTournament,
    reply: z.object({ tournament: tournamentDetails }),
    status: 201,
  },
  changeTournament: {
    method: 'PUT',
    path: '/tournaments/:id',
    auth: 'social',
    stoppedBy: 'mute',
    othersGet: 'NOT_YOUR_TOURNAMENT',
    meaning:
      'Changes a tournament of the caller before its start, but not its kind; the players are notified. Idempotent.',
    params,
    body: newTournament,
    reply: z.object({ tournament: tournamentDetails }),
  },
  cancelTournament: {
    method: 'DELETE',
    path: '/tournaments/:id',
    auth: 'social',
    othersGet: 'NOT_YOUR_TOURNAMENT',
    meaning: 'Cancels a tournament of the caller before its start; the players are notified.',
    params,
    reply: done,
  },
  getTournament: {
    method: 'GET',
    path: '/tournaments/:id',
    auth: 'optional',
    meaning: 'Returns a tournament with the caller’s entry.',
    params,
    reply: tournamentDetails,
  },
  getStandings: {
    method: 'GET',
    path: '/tournaments/:id/standings',
    auth: 'optional',
    meaning:
      'Returns `rows` rows of the standings, twenty if absent: after the first `from` ones, else around the caller, else the first.',
    params,
    query: z.object({
      from: z.coerce.number().int().min(0).max(100_000).optional(),
      rows: z.coerce.number().int().min(1).max(500).optional(),
    }),
    reply: standingsPage,
  },
  getSwissRound: {
    method: 'GET',
    path: '/tournaments/:id/rounds/:round',
    auth: 'optional',
    meaning: 'Returns the pairings of a round of a Swiss; empty before it starts and for an arena.',
    params: params.extend({ round: z.coerce.number().int().min(1).max(99) }),
    reply: swissRound,
  },
  listTournamentGames: {
    method: 'GET',
    path: '/tournaments/:id/games',
    auth: 'optional',
    meaning: 'Lists the games in the order of their pairing, in pages; `next` is null on the last.',
    params,
    query: z.object({ after: z.coerce.number().int().min(0).max(1_000_000).optional() }),
    reply: z.object({ games: z.array(tournamentGame), next: z.int().nullable() }),
  },
  exportTournamentGames: {
    method: 'GET',
    path: '/tournaments/:id/games/text',
    auth: 'optional',
    meaning:
      'Returns finished games as text, as the history saves them, in pages in the order of their pairing; `next` is null on the last.',
    params,
    query: z.object({ after: z.coerce.number().int().min(0).max(1_000_000).optional() }),
    reply: z.object({ text: z.string(), next: z.int().nullable() }),
  },
  getTournamentRecord: {
    method: 'GET',
    path: '/tournament-records/:userId',
    auth: 'optional',
    meaning: 'Returns medals and best results of a player.',
    params: z.object({ userId }),
    reply: tournamentRecord,
  },
  joinTournament: {
    ...entry(
      'join',
      'Enters, also during an arena or the first half of the rounds of a Swiss, and returns after a pause or withdrawal. A new player of a private one sends its password.',
    ),
    othersGet: null,
    // Longer ones are wrong as well.
    body: z.object({ password: z.string().max(100).optional() }).default({}),
  },
  pauseTournament: entry(
    'pause',
    'In an arena no new games until the next `join`; in a Swiss requests the half-point bye of the next round, once.',
  ),
  leaveTournament: entry('leave', 'Withdraws; the results stay. A running game goes on.'),
  checkIn: entry('checkin', 'States before the start that the player is present.'),
  nameTournament: {
    method: 'GET',
    path: '/internal/tournaments/:id',
    auth: 'service',
    meaning: 'Returns the name of a tournament.',
    params,
    reply: z.object({ name: z.string() }),
  },
  showSeriesFile: {
    method: 'POST',
    path: '/internal/tournaments/series',
    auth: 'service',
    meaning: 'Returns the daily arena and the series of the file of the operators.',
    reply: z.object({ dailyArena: z.boolean(), series: seriesList }),
  },
  stopTournament: {
    method: 'POST',
    path: '/internal/tournaments/:id/stop',
    auth: 'service',
    meaning:
      'Cancels a tournament before its start, and returns its name; the players are notified. Idempotent.',
    params,
    reply: z.object({ name: z.string() }),
  },
  endTournamentGame: {
    method: 'POST',
    path: '/internal/tournaments/games',
    auth: 'service',
    meaning: 'Reports the end of a game of a tournament. Idempotent by `gameId`.',
    body: finishedGame
      .pick({
        gameId: true,
        context: true,
        winner: true,
        endReason: true,
        moveTimes: true,
        endTime: true,
        abortedBy: true,
        players: true,
      })
      .extend({
        players: z.tuple([userId, userId]),
        kind: roomKind.refine((kind) => POLICIES[kind].returnsTo === 'context', '房间类型有误'),
      }),
    reply: done,
  },
});
