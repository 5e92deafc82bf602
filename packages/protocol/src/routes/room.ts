import { z } from 'zod';
import { roomSnapshot, roomStatus, roomView, userId, writtenText } from '../entities.ts';
import { roomId } from '../forms.ts';
import { routesOf } from '../http.ts';
import { CHAT_LENGTH, TIME_CONTROLS } from '../limits.ts';

const params = z.object({ roomId });
const outcome = z.object({ status: roomStatus, v: z.int() });

/** What somebody does in a room; answers with the version that it led to. */
const act = <const Path extends string>(path: Path, meaning: string) =>
  ({
    method: 'POST',
    path: `/games/rooms/:roomId/${path}`,
    auth: 'user',
    meaning,
    params,
    reply: outcome,
  }) as const;

export const roomRoutes = routesOf('room', {
  joinRoom: {
    method: 'POST',
    path: '/games/rooms',
    auth: 'user',
    meaning: 'Create or join by number: the first is red and creator, the second blue, the others watch.',
    body: z.object({ roomId }),
    reply: z.object({ roomId: z.string(), spectators: z.array(userId) }),
  },
  getRoom: {
    method: 'GET',
    path: '/games/rooms/:roomId',
    auth: 'public',
    meaning: 'The room with its boards, or with `view=compact` the snapshot.',
    params,
    query: z.object({ view: z.enum(['full', 'compact']).default('full') }),
    reply: z.union([roomView, roomSnapshot]),
  },
  surrender: act('surrender', 'Players.'),
  leaveRoom: act('leave', 'While playing it is surrender; a spectator leaves without penalty.'),
  claimTimeout: act(
    'timeout',
    'Players. Claims that the side to move ran out of time; the verdict comes from stored times.',
  ),
  requestUndo: act('undo/request', 'Players. Asks to take back to the own last turn.'),
  acceptUndo: act('undo/accept', 'Players.'),
  rejectUndo: act('undo/reject', 'Players.'),
  requestDraw: {
    ...act('draw', 'Players. Offers a draw, or agrees to the opponent’s offer; also tells `drawRequester`.'),
    reply: outcome.extend({ drawRequester: userId.nullable() }),
  },
  cancelDraw: act('draw/cancel', 'Players. Declines the opponent’s offer, or takes the own one back.'),
  requestReset: act('reset/request', 'Players. Asks for a new game at once.'),
  acceptReset: act('reset/accept', 'Players.'),
  rejectReset: act('reset/reject', 'Players.'),
  clearAction: act('clear-action', 'Players. Forgets `lastAction`, once it was shown.'),
  clearOfflineSurrender: act(
    'clear-offline-surrender',
    'Players. Forgets `offlinePlayerSurrendered`, once the winner has been told.',
  ),
  leaveSpectating: act('spectate/leave', 'Spectators, without penalty.'),
  setTimeControl: {
    ...act('time-control', 'The creator’s choice while waiting; one of the four of the product.'),
    body: z
      .object({ initial: z.int(), increment: z.int() })
      .refine(
        (chosen) =>
          TIME_CONTROLS.some((one) => one.initial === chosen.initial && one.increment === chosen.increment),
        '没有这种用时',
      ),
  },
  sayInRoom: {
    ...act(
      'chat',
      'Players. A line for everybody in the room; with `toId` a private message to the opponent.',
    ),
    body: z.object({ content: writtenText(CHAT_LENGTH), toId: userId.optional() }),
  },
});
