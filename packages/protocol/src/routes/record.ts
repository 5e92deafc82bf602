import { z } from 'zod';
import { finishedGame, gameRecord, userId } from '../entities.ts';
import { routesOf } from '../http.ts';
import { RECORDS_PER_PAGE } from '../limits.ts';

export const recordRoutes = routesOf('record', {
  listRecords: {
    method: 'GET',
    path: '/game-records',
    auth: 'user',
    meaning: 'The own finished games, newest first.',
    query: z.object({
      page: z.coerce.number().int().min(1).max(10_000).default(1),
      limit: z.coerce.number().int().min(1).max(RECORDS_PER_PAGE).default(3),
      filter: z.enum(['all']).default('all'),
    }),
    reply: z.object({ records: z.array(gameRecord), totalPages: z.int() }),
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
