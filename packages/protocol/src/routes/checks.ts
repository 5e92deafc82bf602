import { publicUser, userId } from '../entities.ts';
import { flaggedPerson, peerFigures, playFigures, playFlag } from '../fair-play.ts';
import { routesOf } from '../http.ts';
import { reason } from '../moderation.ts';
import { PLAY_FLAGS } from '../sanctions.ts';
import { z } from '../zod.ts';
import { done } from './done.ts';

const withUser = z.object({ userId });

/** Checks of rated games. */
export const checksRoutes = routesOf('moderation', {
  listFlagged: {
    method: 'GET',
    path: '/admin/fair-play',
    auth: 'moderate',
    meaning: 'Lists persons with open flags of rated games, highest score first, at most 200.',
    reply: z.object({ people: z.array(flaggedPerson), open: z.int() }),
  },
  showFairPlay: {
    method: 'GET',
    path: '/admin/people/:userId/fair-play',
    auth: 'moderate',
    meaning:
      'Returns the flags of a person, the figures of the last check and those of others of the same strength.',
    params: withUser,
    reply: z.object({
      flags: z.array(playFlag),
      /** Null before the first check, and with too few decisions. */
      figures: playFigures.nullable(),
      /** The opponents of these games. */
      opponents: z.array(publicUser),
      /** Null for too few checked persons. */
      peers: peerFigures.nullable(),
      /** Whether a check is queued or runs. */
      check: z.enum(['none', 'waiting', 'running']),
      /** Users who reported the person's play in the last 90 days. */
      reporters: z.int(),
    }),
  },
  checkPerson: {
    method: 'POST',
    path: '/admin/people/:userId/check',
    auth: 'moderate',
    meaning: 'Queues a check of the person’s rated games, before those of the night. Idempotent.',
    params: withUser,
    reply: done,
  },
  dismissFlag: {
    method: 'POST',
    path: '/admin/people/:userId/flags/:kind/dismiss',
    auth: 'moderate',
    meaning: 'Hides a flag until games after this call give new evidence. Idempotent.',
    params: withUser.extend({ kind: z.enum(PLAY_FLAGS) }),
    body: z.object({ reason }),
    reply: done,
  },
  countReturn: {
    method: 'GET',
    path: '/admin/people/:userId/return',
    auth: 'moderate',
    meaning: 'Counts the opponents and points that a sanction with `returnsPoints` would return now.',
    params: withUser,
    reply: z.object({ people: z.int(), points: z.int() }),
  },
});
