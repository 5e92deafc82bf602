import { z } from 'zod';
import {
  commandId,
  endReason,
  exportedGame,
  finishedGame,
  gameRecord,
  point,
  recordTotals,
  ruleSet,
  userId,
  winner,
  writtenText,
} from '../entities.ts';
import { routesOf } from '../http.ts';
import {
  EXPORT_PAGE,
  FAVORITE_COMMENT_LENGTH,
  HISTORY_PAGE,
  MAX_PLIES,
  OPPONENT_SEARCH_LENGTH,
  RECORDS_PER_PAGE,
} from '../limits.ts';
import { done } from './done.ts';

const recordId = z.string().regex(/^[0-9a-f]{24}$/, '棋谱编号有误');
const shareId = z.string().regex(/^[A-Za-z0-9_-]{16,32}$/, '分享链接有误');
const id = z.object({ id: recordId });

/**
 * A game that was played on this device (spec §3). `moves`: the compact record string, or moves of which `from` and `to`
 * count. Everything after `aiLevel` may be left out: the usual start, the rules of local play, now.
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
  /** The user's side before the computer; red where it is not said. */
  side: z.enum(['red', 'blue']).optional(),
  /** Saving a game again under the same id changes nothing. */
  id: commandId.optional(),
  ruleSet: ruleSet.optional(),
  /** FEN-like string of a set-up start. */
  start: z.string().max(80).nullable().optional(),
  /** When each move was made, in ms since `startTime`; `startTime` in epoch ms. */
  moveTimes: z.array(z.int().min(0)).max(MAX_PLIES).optional(),
  startTime: z.number().optional(),
});

/** An empty comment is a favourite without one. */
const comment = z.union([z.string().trim().pipe(z.literal('')), writtenText(FAVORITE_COMMENT_LENGTH)]);

export const recordRoutes = routesOf('record', {
  saveLocalGame: {
    method: 'POST',
    path: '/game-records/local',
    auth: 'user',
    meaning: 'Keeps a game that was played on this device, once its moves were replayed.',
    body: localGame,
    reply: z.object({ recordId }),
    status: 201,
  },
  listRecords: {
    method: 'GET',
    path: '/game-records',
    auth: 'user',
    meaning: 'The own games, newest first, with how they went in all.',
    query: z.object({
      page: z.coerce.number().int().min(1).max(10_000).default(1),
      limit: z.coerce.number().int().min(1).max(RECORDS_PER_PAGE).default(HISTORY_PAGE),
      filter: z.enum(['all', 'ranked', 'favorites', 'local']).default('all'),
      /** Part of the opponent's name; the case of letters does not matter. */
      opponent: z
        .string()
        .normalize()
        .trim()
        .max(OPPONENT_SEARCH_LENGTH)
        .regex(/^\P{Cc}*$/u, '内容含有不可见字符')
        .optional(),
      /** How the game went for the own side. */
      result: z.enum(['win', 'loss', 'draw']).optional(),
    }),
    reply: z.object({ records: z.array(gameRecord), totalPages: z.int(), totals: recordTotals }),
  },
  getRecord: {
    method: 'GET',
    path: '/game-records/:id',
    auth: 'user',
    othersGet: 'RECORD_NOT_FOUND',
    meaning: 'One of the own games.',
    params: id,
    reply: z.object({ record: gameRecord }),
  },
  getRecordOfGame: {
    method: 'GET',
    path: '/game-records/of-game/:gameId',
    auth: 'optional',
    othersGet: 'RECORD_NOT_FOUND',
    meaning: 'A game by the id under which it was played: an own one, and any rated one.',
    params: z.object({ gameId: finishedGame.shape.gameId }),
    reply: z.object({ record: gameRecord }),
  },
  exportRecords: {
    method: 'GET',
    path: '/game-records/export',
    auth: 'user',
    meaning:
      'All own games to take away, those kept last first, a part in each reply; `next` is null with the last.',
    query: z.object({
      after: recordId.optional(),
      limit: z.coerce.number().int().min(1).max(EXPORT_PAGE).default(EXPORT_PAGE),
    }),
    reply: z.object({ games: z.array(exportedGame), next: recordId.nullable() }),
  },
  addFavorite: {
    method: 'POST',
    path: '/game-records/:id/favorite',
    auth: 'user',
    othersGet: 'RECORD_NOT_FOUND',
    meaning: 'Makes an own game a favourite, or changes the comment on it.',
    params: id,
    body: z.object({ comment: comment.default('') }),
    reply: done,
  },
  removeFavorite: {
    method: 'DELETE',
    path: '/game-records/:id/favorite',
    auth: 'user',
    othersGet: 'RECORD_NOT_FOUND',
    meaning: 'A favourite no more; its comment is gone.',
    params: id,
    reply: done,
  },
  deleteLocalRecord: {
    method: 'DELETE',
    path: '/game-records/local/:id',
    auth: 'user',
    othersGet: 'RECORD_NOT_FOUND',
    meaning: 'Deletes an own game that was played on this device.',
    params: id,
    reply: done,
  },
  shareRecord: {
    method: 'POST',
    path: '/game-records/:id/share',
    auth: 'user',
    othersGet: 'RECORD_NOT_FOUND',
    meaning: 'The word of the link by which anybody may see an own game; the same at each call.',
    params: id,
    reply: z.object({ shareId }),
  },
  getSharedRecord: {
    method: 'GET',
    path: '/shared-records/:shareId',
    auth: 'public',
    meaning: 'A game that one of its players shared.',
    params: z.object({ shareId }),
    reply: z.object({ record: gameRecord }),
  },
  getStats: {
    method: 'GET',
    path: '/game-records/stats/:userId',
    auth: 'public',
    meaning: 'How many online games a user finished and won: `{ games, wins }`.',
    params: z.object({ userId }),
    reply: z.object({ games: z.int(), wins: z.int() }),
  },
  archiveGame: {
    method: 'POST',
    path: '/internal/game-records',
    auth: 'service',
    meaning: 'Takes a finished game into the archive; the same game again changes nothing.',
    body: finishedGame,
    reply: z.object({ recordId: z.string() }),
  },
});
