import { z } from 'zod';
import { finishedGame, gameRecord, userId } from '../entities.ts';
import { defineRoute } from '../http.ts';

/** The caller's own finished games, newest first. */
export const listRecords = defineRoute({
  method: 'GET',
  path: '/game-records',
  auth: 'user',
  query: z.object({
    page: z.coerce.number().int().min(1).max(10_000).default(1),
    limit: z.coerce.number().int().min(1).max(50).default(3),
    filter: z.enum(['all']).default('all'),
  }),
  reply: z.object({ records: z.array(gameRecord), totalPages: z.int() }),
});

/** Takes a finished game into the archive; the same game again changes nothing. */
export const archiveGame = defineRoute({
  method: 'POST',
  path: '/internal/game-records',
  auth: 'service',
  body: finishedGame,
  reply: z.object({ recordId: z.string() }),
});

/** How many online games a user finished and won, for the profile card. */
export const getStats = defineRoute({
  method: 'GET',
  path: '/game-records/stats/:userId',
  auth: 'public',
  params: z.object({ userId }),
  reply: z.object({ games: z.int(), wins: z.int() }),
});
