import { z } from 'zod';
import { roomDetails, roomId, roomSnapshot, roomStatus, userId, writtenText } from '../entities.ts';
import { defineRoute } from '../http.ts';
import { CHAT_LENGTH, TIME_CONTROLS } from '../limits.ts';

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
  reply: z.union([roomDetails, roomSnapshot]),
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

const act = <const Path extends string>(path: Path) =>
  defineRoute({ method: 'POST', path: `/games/rooms/:roomId/${path}`, auth: 'user', params, reply: outcome });

/** Asks to take back to the caller's last turn; the opponent accepts or rejects. */
export const requestUndo = act('undo/request');
export const acceptUndo = act('undo/accept');
export const rejectUndo = act('undo/reject');

/** Offers a draw, or agrees to the opponent's offer. */
export const requestDraw = defineRoute({
  ...act('draw'),
  reply: outcome.extend({ drawRequester: userId.nullable() }),
});
/** Declines the opponent's offer, or takes the own one back. */
export const cancelDraw = act('draw/cancel');

/** Asks for a new game at once; accepted and rejected over the socket or by these. */
export const requestReset = act('reset/request');
export const acceptReset = act('reset/accept');
export const rejectReset = act('reset/reject');

/** Forgets `lastAction`, once the requester has been told. */
export const clearAction = act('clear-action');
/** Forgets `offlinePlayerSurrendered`, once the winner has been told. */
export const clearOfflineSurrender = act('clear-offline-surrender');
export const leaveSpectating = act('spectate/leave');

/** The creator's choice while waiting. */
export const setTimeControl = defineRoute({
  ...act('time-control'),
  body: z
    .object({ initial: z.int(), increment: z.int() })
    .refine(
      (chosen) =>
        TIME_CONTROLS.some((one) => one.initial === chosen.initial && one.increment === chosen.increment),
      '没有这种用时',
    ),
});

/** A line of room chat by one of its players; with `toId` a private message to the opponent (design §10). */
export const sayInRoom = defineRoute({
  ...act('chat'),
  body: z.object({ content: writtenText(CHAT_LENGTH), toId: userId.optional() }),
});
