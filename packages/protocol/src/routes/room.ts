import { z } from 'zod';
import {
  isArranged,
  roomDetails,
  roomKind,
  roomSnapshot,
  roomStatus,
  timeControl,
  userId,
  writtenText,
} from '../entities.ts';
import type { ErrorCode } from '../errors.ts';
import { roomId } from '../forms.ts';
import { routesOf } from '../http.ts';
import { CHAT_LENGTH, TIME_CONTROLS, type TimeControl } from '../limits.ts';
import { POLICIES } from '../room-kinds.ts';

const params = z.object({ roomId });
const change = z.object({ status: roomStatus, v: z.int() });

function isOffered({ initial, increment }: TimeControl): boolean {
  return TIME_CONTROLS.some((one) => one.initial === initial && one.increment === increment);
}
const NOT_OFFERED = '没有这种用时';

/** What a player does in a room; answers with the version that it led to. */
function act<const Path extends string>(
  path: Path,
  meaning: string,
  othersGet: ErrorCode | null = 'NOT_A_PLAYER',
) {
  return {
    method: 'POST',
    path: `/games/rooms/:roomId/${path}`,
    auth: 'user',
    othersGet,
    meaning,
    params,
    reply: change,
  } as const;
}

export const roomRoutes = routesOf('room', {
  joinRoom: {
    method: 'POST',
    path: '/games/rooms',
    auth: 'user',
    meaning:
      'Create or join by number: the first is red and creator, the second blue, the others watch. `create: false` joins only.',
    body: z.object({ roomId, create: z.boolean().default(true) }),
    reply: z.object({ roomId: z.string(), spectators: z.array(userId) }),
  },
  getRoom: {
    method: 'GET',
    path: '/games/rooms/:roomId',
    auth: 'optional',
    meaning:
      'The room with its boards, or with `view=compact` the snapshot; without what those say whom the caller blocked.',
    params,
    query: z.object({ view: z.enum(['full', 'compact']).default('full') }),
    reply: z.union([roomDetails, roomSnapshot]),
  },
  surrender: act('surrender', 'A player gives the game up.'),
  leaveRoom: act('leave', 'While playing it is surrender; a spectator leaves without penalty.', null),
  claimTimeout: act(
    'timeout',
    'A player claims that the side to move ran out of time; the verdict comes from stored times.',
  ),
  requestUndo: act('undo/request', 'A player asks to take back to the own last turn.'),
  acceptUndo: act('undo/accept', 'The opponent agrees to it.'),
  rejectUndo: act('undo/reject', 'The opponent declines it.'),
  requestDraw: {
    ...act('draw', 'A player offers a draw, or agrees to the opponent’s offer; also tells `drawRequester`.'),
    reply: change.extend({ drawRequester: userId.nullable() }),
  },
  cancelDraw: act('draw/cancel', 'A player declines the opponent’s offer, or takes the own one back.'),
  requestReset: act('reset/request', 'A player asks for a new game at once.'),
  acceptReset: act('reset/accept', 'The opponent agrees to it.'),
  rejectReset: act('reset/reject', 'The opponent declines it.'),
  clearAction: act('clear-action', 'A player’s client forgets `lastAction`, once it was shown.'),
  clearOfflineSurrender: act(
    'clear-offline-surrender',
    'A player’s client forgets `offlinePlayerSurrendered`, once the winner has been told.',
  ),
  leaveSpectating: act('spectate/leave', 'A spectator leaves, without penalty.', null),
  setTimeControl: {
    ...act(
      'time-control',
      'The creator’s choice while waiting; one of the four of the product.',
      'NOT_CREATOR',
    ),
    body: z.object({ initial: z.int(), increment: z.int() }).refine(isOffered, NOT_OFFERED),
  },
  sayInRoom: {
    ...act(
      'chat',
      'A player’s line for everybody in the room; with `toId` a private message to the opponent.',
      'SPECTATOR_SILENT',
    ),
    body: z.object({ content: writtenText(CHAT_LENGTH), toId: userId.optional() }),
  },
  createPairedRoom: {
    method: 'POST',
    path: '/internal/rooms',
    auth: 'service',
    meaning:
      'Makes a room for a pair, red first; its game begins at once. The same game again changes nothing, another one is `ROOM_TAKEN`. `isArranged`: the pair met by a challenge or joined from one address; the finished games of the room say so to the rating service.',
    body: z.object({
      roomId,
      kind: roomKind.refine((kind) => POLICIES[kind].seats === 'assigned', '房间类型有误'),
      players: z.tuple([userId, userId]).refine(([red, blue]) => red !== blue, '不能与自己对局'),
      timeControl: timeControl.refine(isOffered, NOT_OFFERED),
      gameId: z.string().min(1).max(64),
      isArranged: isArranged.optional(),
    }),
    reply: z.object({ roomId: z.string(), v: z.int() }),
  },
  getRunningRoom: {
    method: 'GET',
    path: '/internal/running-rooms/:userId',
    auth: 'service',
    meaning:
      'The room by number in which a user plays a running game, the last one opened or joined; null for none.',
    params: z.object({ userId }),
    reply: z.object({ roomId: roomId.nullable() }),
  },
});
