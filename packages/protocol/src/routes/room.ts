import { newGame, ONLINE_RULE_SET, outcome, parseFen, startFen } from '@doushouqi/rules';
import { houseBotOf } from '../bots.ts';
import {
  chatMessage,
  chosenColor,
  chosenTimeControl,
  correspondenceGame,
  daysPerMove,
  gameContext,
  isOffered,
  isRated,
  NOT_OFFERED,
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
import { isArranged } from '../game-records.ts';
import { routesOf } from '../http.ts';
import { CHAT_LENGTH } from '../limits.ts';
import { MAX_HIDDEN_LINES } from '../moderation.ts';
import { isRatedGame, POLICIES, type RoomKind } from '../room-kinds.ts';
import { z } from '../zod.ts';
import { done } from './done.ts';

const params = z.object({ roomId });
const change = z.object({ status: roomStatus, v: z.int() });

/** Returns the position as the one text of it, null for the usual start. Refuses one in which no game can be played. */
const startText = z
  .string()
  .max(80)
  .transform((text, context) => {
    const parsed = parseFen(text);
    const game = parsed.ok ? newGame(ONLINE_RULE_SET, parsed.value) : null;
    if (!game || outcome(game).winner !== null) {
      context.addIssue({ code: 'custom', message: '这个局面不能开局' });
      return z.NEVER;
    }
    return startFen(game);
  });

/** Defines a room command of a player; the reply holds the resulting version. */
function act<const Path extends string>(
  path: Path,
  meaning: string,
  othersGet: ErrorCode | null = 'NOT_A_PLAYER',
) {
  return {
    method: 'POST',
    path: `/games/rooms/:roomId/${path}`,
    auth: 'play',
    othersGet,
    meaning,
    params,
    reply: change,
  } as const;
}

/** Returns whether a game of a kind may have this number of bots among its players. */
function mayPlay(game: { kind: RoomKind; isRated?: false | undefined }, bots: number): boolean {
  return POLICIES[game.kind].botRated ? bots === 1 : !isRatedGame(game) || bots === 0;
}

export const roomRoutes = routesOf('room', {
  joinRoom: {
    method: 'POST',
    path: '/games/rooms',
    auth: 'play',
    meaning:
      'Creates or joins a room: creator, opponent, then spectators. `create: false` only joins; `seat: false` takes no seat (`SEAT_FREE`), as for a page opened by its address. Other fields are the creator’s choices; `timeControl` null: a correspondence game, with `daysPerMove`.',
    body: z
      .object({
        roomId,
        create: z.boolean().default(true),
        seat: z.boolean().default(true),
        timeControl: chosenTimeControl.nullish(),
        daysPerMove: daysPerMove.optional(),
        color: chosenColor.optional(),
        undo: z.boolean().optional(),
        spectators: z.boolean().optional(),
        start: startText.nullish(),
      })
      .refine(
        (wish) => wish.daysPerMove === undefined || wish.timeControl === null,
        '只有通信棋能选几天走一步',
      ),
    reply: z.object({ roomId: z.string(), spectators: z.array(userId) }),
  },
  getRoom: {
    method: 'GET',
    path: '/games/rooms/:roomId',
    auth: 'optional',
    meaning:
      'Returns the room with all boards, or its snapshot with `view=compact`, without lines of blocked users.',
    params,
    query: z.object({ view: z.enum(['full', 'compact']).default('full') }),
    reply: z.union([roomDetails, roomSnapshot]),
  },
  listCorrespondence: {
    method: 'GET',
    path: '/games/correspondence',
    auth: 'play',
    othersGet: null,
    meaning:
      'Returns the caller’s correspondence games and the maximum number of them: own turns by least time left, then the opponents’, then waiting rooms.',
    reply: z.object({ games: z.array(correspondenceGame), most: z.int() }),
  },
  surrender: act('surrender', 'Resigns.'),
  leaveRoom: act(
    'leave',
    'Leaves. During a game with clocks a player resigns by it; a running correspondence game goes on.',
    null,
  ),
  claimTimeout: act('timeout', 'Claims that the side to move has no time left; the server decides.'),
  requestUndo: act('undo/request', 'Requests an undo to the caller’s last turn.'),
  acceptUndo: act('undo/accept', 'Accepts it.'),
  rejectUndo: act('undo/reject', 'Declines it.'),
  requestDraw: {
    ...act('draw', 'Offers a draw, or accepts the opponent’s offer. Also returns `drawRequester`.'),
    reply: change.extend({ drawRequester: userId.nullable() }),
  },
  cancelDraw: act('draw/cancel', 'Declines the opponent’s offer, or withdraws the own one.'),
  requestReset: act('reset/request', 'Requests a reset.'),
  acceptReset: act('reset/accept', 'Accepts it.'),
  rejectReset: act('reset/reject', 'Declines it.'),
  clearAction: act('clear-action', 'Clears `lastAction`, which was shown.'),
  clearOfflineSurrender: act(
    'clear-offline-surrender',
    'Clears `offlinePlayerSurrendered`, which was shown.',
  ),
  leaveSpectating: act('spectate/leave', 'Stops watching.', null),
  setTimeControl: {
    ...act('time-control', 'Sets one of the four time controls while the room waits.', 'NOT_CREATOR'),
    body: z.object({ initial: z.int(), increment: z.int() }).refine(isOffered, NOT_OFFERED),
  },
  sayInRoom: {
    ...act(
      'chat',
      'Sends a line to the room, or with `toId` a private message to the opponent.',
      'SPECTATOR_SILENT',
    ),
    body: z.object({ content: writtenText(CHAT_LENGTH), toId: userId.optional() }),
  },
  showLine: {
    method: 'POST',
    path: '/internal/rooms/line',
    auth: 'service',
    meaning:
      'Returns a line of the chat of a room that the user may see, with those around it, oldest first. `fen`: the position at that moment; null if it was undone, or of an earlier game.',
    body: z.object({ roomId, userId, lineId: z.string().min(1).max(64) }),
    reply: z.object({
      line: chatMessage,
      around: z.array(chatMessage),
      gameId: z.string().nullable(),
      fen: z.string().nullable(),
    }),
  },
  hideLines: {
    method: 'POST',
    path: '/internal/rooms/hide',
    auth: 'service',
    meaning: 'Removes lines from the chat of a room, if it still has them. Idempotent.',
    body: z.object({
      roomId,
      lineIds: z.array(z.string().min(1).max(64)).min(1).max(MAX_HIDDEN_LINES),
    }),
    reply: done,
  },
  showPlayedGame: {
    method: 'POST',
    path: '/internal/rooms/game',
    auth: 'service',
    meaning:
      'Returns a game of a user whose room still has it, running or ended: the paired game, those of the numbered rooms, and that of `roomId`; null for none.',
    body: z.object({ userId, gameId: z.string().min(1).max(64), roomId: roomId.nullable() }),
    reply: z.object({
      game: z
        .object({ roomId: z.string(), players: z.array(userId), ply: z.int(), fen: z.string() })
        .nullable(),
    }),
  },
  createPairedRoom: {
    method: 'POST',
    path: '/internal/rooms',
    auth: 'service',
    meaning:
      'Creates a room for a pair, red first, and starts its game. Idempotent by `gameId`; another game is `ROOM_TAKEN`.',
    body: z
      .object({
        roomId,
        kind: roomKind.refine((kind) => POLICIES[kind].seats === 'assigned', '房间类型有误'),
        players: z.tuple([userId, userId]).refine(([red, blue]) => red !== blue, '不能与自己对局'),
        timeControl: timeControl.refine(isOffered, NOT_OFFERED),
        gameId: z.string().min(1).max(64),
        isArranged: isArranged.optional(),
        context: gameContext.optional(),
        isRated,
      })
      .refine(
        (game) => mayPlay(game, game.players.filter((id) => houseBotOf(id) !== null).length),
        '机器人不下排位',
      ),
    reply: z.object({ roomId: z.string(), v: z.int() }),
  },
  countRooms: {
    method: 'POST',
    path: '/internal/rooms/count',
    auth: 'service',
    meaning:
      'Counts rooms with a running game or one that is not archived yet, and the jobs of the timekeeper that wait for a worker.',
    reply: z.object({ games: z.int(), backlog: z.int(), unarchived: z.int() }),
  },
  replacePlayer: {
    method: 'POST',
    path: '/internal/rooms/players',
    auth: 'service',
    meaning:
      'Gives the seats of a user in waiting and running rooms to another user: `roomId`, if not null, every numbered room, and the paired game. Idempotent.',
    body: z.object({ userId, by: userId, roomId: roomId.nullable() }),
    reply: done,
  },
});
