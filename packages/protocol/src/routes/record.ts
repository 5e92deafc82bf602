import {
  chosenTimeControl,
  commandId,
  endReason,
  point,
  publicUser,
  ruleSet,
  userId,
  winner,
  writtenText,
} from '../entities.ts';
import { nickname } from '../forms.ts';
import { exportedGame, finishedGame, gameRecord, recordPlayer, recordTotals } from '../game-records.ts';
import { routesOf } from '../http.ts';
import {
  EXPORT_PAGE,
  FAVORITE_COMMENT_LENGTH,
  HISTORY_PAGE,
  MAX_PLIES,
  OPPONENT_SEARCH_LENGTH,
  RECORDS_PER_PAGE,
} from '../limits.ts';
import { z } from '../zod.ts';
import { done } from './done.ts';

const recordId = z.string().regex(/^[0-9a-f]{24}$/, '棋谱编号有误');
const shareId = z.string().regex(/^[A-Za-z0-9_-]{16,32}$/, '分享链接有误');
const id = z.object({ id: recordId });

/**
 * A local game. `moves`: the compact record string, or moves of which only `from` and `to` are used. Defaults of the
 * fields after `aiLevel`: the usual start, the rules of local play, now.
 */
const localGame = z.object({
  moves: z.union([
    z.string().max(6 + 3 * MAX_PLIES),
    z.array(z.object({ from: point, to: point, timestamp: z.number().optional() })).max(MAX_PLIES),
  ]),
  winner,
  endReason,
  aiType: z
    .string()
    .regex(/^[A-Za-z0-9_-]{1,20}$/)
    .nullable()
    .default(null),
  aiLevel: z.int().min(1).max(5).nullable().default(null),
  /** The user's side against the computer; default red. */
  side: z.enum(['red', 'blue']).optional(),
  /** Saving again under the same id changes nothing. */
  id: commandId.optional(),
  ruleSet: ruleSet.optional(),
  /** FEN-like string of a set-up start. */
  start: z.string().max(80).nullable().optional(),
  /** Time of each move, in ms since `startTime`; `startTime` in epoch ms. */
  moveTimes: z.array(z.int().min(0)).max(MAX_PLIES).optional(),
  startTime: z.number().optional(),
  /** Null: without clocks. */
  timeControl: chosenTimeControl.nullable().default(null),
});

/** An empty comment is a favorite without one. */
const comment = z.union([z.string().trim().pipe(z.literal('')), writtenText(FAVORITE_COMMENT_LENGTH)]);

export const recordRoutes = routesOf('record', {
  countGames: {
    method: 'POST',
    path: '/internal/records/count',
    auth: 'service',
    meaning: 'Counts archived online games that ended since a time.',
    body: z.object({ since: z.number() }),
    reply: z.object({ games: z.int() }),
  },
  saveLocalGame: {
    method: 'POST',
    path: '/game-records/local',
    auth: 'play',
    meaning: 'Stores a game played on this device after replaying its moves.',
    body: localGame,
    reply: z.object({ recordId }),
    status: 201,
  },
  listRecords: {
    method: 'GET',
    path: '/game-records',
    auth: 'play',
    meaning: 'Lists the caller’s games, newest first, with totals.',
    query: z.object({
      page: z.coerce.number().int().min(1).max(10_000).default(1),
      limit: z.coerce.number().int().min(1).max(RECORDS_PER_PAGE).default(HISTORY_PAGE),
      filter: z.enum(['all', 'ranked', 'tournament', 'favorites', 'local']).default('all'),
      /** Part of the opponent's name, case-insensitive. */
      opponent: z
        .string()
        .normalize()
        .trim()
        .max(OPPONENT_SEARCH_LENGTH)
        .regex(/^\P{Cc}*$/u, '内容含有不可见字符')
        .optional(),
      /** Result for the caller's side. */
      result: z.enum(['win', 'loss', 'draw']).optional(),
    }),
    reply: z.object({ records: z.array(gameRecord), totalPages: z.int(), totals: recordTotals }),
  },
  getRecord: {
    method: 'GET',
    path: '/game-records/:id',
    auth: 'play',
    othersGet: 'RECORD_NOT_FOUND',
    meaning: 'Returns a game of the caller.',
    params: id,
    reply: z.object({ record: gameRecord }),
  },
  getRecordOfGame: {
    method: 'GET',
    path: '/game-records/of-game/:gameId',
    auth: 'optional',
    othersGet: 'RECORD_NOT_FOUND',
    meaning: 'Returns a game by its game id: one of the caller, or any rated one.',
    params: z.object({ gameId: finishedGame.shape.gameId }),
    reply: z.object({ record: gameRecord }),
  },
  exportRecords: {
    method: 'GET',
    path: '/game-records/export',
    auth: 'play',
    meaning: 'Exports the caller’s games in pages, last stored first; `next` is null on the last page.',
    query: z.object({
      after: recordId.optional(),
      limit: z.coerce.number().int().min(1).max(EXPORT_PAGE).default(EXPORT_PAGE),
    }),
    reply: z.object({ games: z.array(exportedGame), next: recordId.nullable() }),
  },
  addFavorite: {
    method: 'POST',
    path: '/game-records/:id/favorite',
    auth: 'play',
    othersGet: 'RECORD_NOT_FOUND',
    meaning: 'Marks a game as favorite or changes its comment.',
    params: id,
    body: z.object({ comment: comment.default('') }),
    reply: done,
  },
  removeFavorite: {
    method: 'DELETE',
    path: '/game-records/:id/favorite',
    auth: 'play',
    othersGet: 'RECORD_NOT_FOUND',
    meaning: 'Removes the mark and its comment.',
    params: id,
    reply: done,
  },
  deleteLocalRecord: {
    method: 'DELETE',
    path: '/game-records/local/:id',
    auth: 'play',
    othersGet: 'RECORD_NOT_FOUND',
    meaning: 'Deletes a game played on a device.',
    params: id,
    reply: done,
  },
  shareRecord: {
    method: 'POST',
    path: '/game-records/:id/share',
    auth: 'play',
    othersGet: 'RECORD_NOT_FOUND',
    meaning: 'Returns the id of the public link of a game; the same on each call.',
    params: id,
    reply: z.object({ shareId }),
  },
  getSharedRecord: {
    method: 'GET',
    path: '/shared-records/:shareId',
    auth: 'public',
    meaning: 'Returns a shared game.',
    params: z.object({ shareId }),
    reply: z.object({ record: gameRecord }),
  },
  getStats: {
    method: 'GET',
    path: '/game-records/stats/:userId',
    auth: 'public',
    meaning: 'Counts finished and won online games of a user.',
    params: z.object({ userId }),
    reply: z.object({ games: z.int(), wins: z.int() }),
  },
  forgetPlayer: {
    method: 'POST',
    path: '/internal/game-records/forget',
    auth: 'service',
    meaning:
      'Deletes the history and the local games of a user; online games stay and show `nickname`. Idempotent.',
    body: z.object({ userId, nickname }),
    reply: done,
  },
  carryGames: {
    method: 'POST',
    path: '/internal/game-records/carry',
    auth: 'service',
    meaning: 'Moves the history and the games of a user to another user. Idempotent.',
    body: z.object({ userId, to: publicUser }),
    reply: done,
  },
  showArchived: {
    method: 'GET',
    path: '/internal/game-records/:gameId',
    auth: 'service',
    meaning: 'Returns players, half-moves and last position of an archived online game; null for none.',
    params: z.object({ gameId: finishedGame.shape.gameId }),
    reply: z.object({
      game: z
        .object({ players: z.array(userId.nullable()), ply: z.int(), fen: z.string(), at: z.number() })
        .nullable(),
    }),
  },
  listMoves: {
    method: 'POST',
    path: '/internal/game-records/moves',
    auth: 'service',
    meaning: 'Returns record string, start and times of archived online games; unknown ones are missing.',
    body: z.object({ gameIds: z.array(finishedGame.shape.gameId).max(50) }),
    reply: z.object({
      games: z.array(
        z.object({
          gameId: z.string(),
          record: z.string(),
          ruleSet,
          start: z.string().nullable(),
          /** Time of each half-move, ms since the start. */
          moveTimes: z.array(z.number()),
        }),
      ),
    }),
  },
  exportGames: {
    method: 'POST',
    path: '/internal/game-records/export',
    auth: 'service',
    meaning: 'Exports archived online games; unknown ones are missing.',
    body: z.object({ gameIds: z.array(finishedGame.shape.gameId).max(50) }),
    reply: z.object({ games: z.array(z.object({ gameId: z.string(), game: exportedGame })) }),
  },
  listGamesOf: {
    method: 'GET',
    path: '/internal/players/:userId/games',
    auth: 'service',
    meaning: 'Lists the last 30 online games of a user, newest first. An opponent without id was deleted.',
    params: z.object({ userId }),
    reply: z.object({
      games: z.array(
        z.object({
          gameId: z.string(),
          at: z.number(),
          opponent: recordPlayer,
          outcome: z.enum(['win', 'draw', 'loss']),
          plies: z.int(),
        }),
      ),
    }),
  },
  archiveGame: {
    method: 'POST',
    path: '/internal/game-records',
    auth: 'service',
    meaning:
      'Stores a finished game. Idempotent by `gameId`. A later call adds `ratings` to a game that lacks them.',
    body: finishedGame,
    reply: z.object({ recordId: z.string() }),
  },
});
