import { z } from 'zod';
import { roomId, roomSnapshot, roomStatus, roomView, userId } from '../entities.ts';
import { defineRoute } from '../http.ts';

const params = z.object({ roomId });
const outcome = z.object({ status: roomStatus, v: z.int() });

/** Create or join by number: the first is red and creator, the second blue, the others watch (spec §7). */
export const joinRoom = defineRoute({
  method: 'POST',
  path: '/games/rooms',
  auth: 'user',
  body: z.object({ roomId }),
  reply: z.object({ roomId: z.string(), spectators: z.array(userId) }),
});

/** The room in the spec's shape, or as a snapshot with `view=compact`. Open to visitors. */
export const getRoom = defineRoute({
  method: 'GET',
  path: '/games/rooms/:roomId',
  auth: 'public',
  params,
  query: z.object({ view: z.enum(['full', 'compact']).default('full') }),
  reply: z.union([roomView, roomSnapshot]),
});

export const surrender = defineRoute({
  method: 'POST',
  path: '/games/rooms/:roomId/surrender',
  auth: 'user',
  params,
  reply: outcome,
});

/** Leaving while playing is surrender; a spectator leaves without penalty. */
export const leaveRoom = defineRoute({
  method: 'POST',
  path: '/games/rooms/:roomId/leave',
  auth: 'user',
  params,
  reply: outcome,
});

/** A player's claim that the time of the side to move is up; the verdict comes from stored times. */
export const claimTimeout = defineRoute({
  method: 'POST',
  path: '/games/rooms/:roomId/timeout',
  auth: 'user',
  params,
  reply: outcome,
});
