import {
  DEFAULT_TIME_CONTROL,
  type ErrorCode,
  MAX_PLIES,
  MAX_SPECTATORS,
  type RoomEvent,
  type RoomHeader,
} from '@doushouqi/protocol';
import {
  type EndReason,
  err,
  type Move,
  ok,
  opponent,
  outcome,
  type Player,
  play,
  plyCount,
  type Result,
} from '@doushouqi/rules';
import { afterMove, type Clock, flagged, fullClock, stopped } from './clock.ts';
import { emptyRoom, evolve } from './evolve.ts';
import { headerOf, isPlaying, type LiveGame, type Room, sideOf, turnOf } from './room.ts';

/** What somebody wants of a room. `newGameId` names the game that the command would start. */
export type RoomCommand =
  | { type: 'join'; userId: string; newGameId: string }
  | ({
      type: 'move';
      userId: string;
      player: Player;
      ply?: number | undefined;
      id?: string | undefined;
    } & Move)
  | { type: 'surrender'; userId: string }
  | { type: 'leave'; userId: string }
  /** Look at the clock: `userId` where a player claims, absent where a job or the sweeper looks. */
  | { type: 'flag'; userId?: string };

/**
 * What came of a command. `v`: the version that answers it (of an earlier event where the command came twice).
 * `refusal`: the command itself was refused although something happened, as when a move came after the flag.
 */
export interface Decision {
  room: Room;
  events: RoomEvent[];
  v: number;
  refusal?: ErrorCode;
}

type Decided = Result<Decision, ErrorCode>;
type PlayingRoom = Room & { game: LiveGame };

const nothing = (room: Room): Decided => ok({ room, events: [], v: room.v });

const happened = (before: Room, events: RoomEvent[]): Decision => {
  const room = events.reduce(evolve, before);
  return { room, events, v: before.v + 1 };
};

const update = (room: Room, now: number, change: Partial<RoomHeader>, v = room.v + 1): RoomEvent => ({
  type: 'gameStateUpdate',
  roomId: room.id,
  v,
  at: now,
  ...headerOf(room),
  ...change,
});

const ended = (winner: 0 | Player, endReason: EndReason, clock: Clock): Partial<RoomHeader> => ({
  status: winner === 0 ? 'draw' : winner === 1 ? 'player1_win' : 'player2_win',
  winner,
  endReason,
  ...clock,
});

const endedNow = (room: PlayingRoom, winner: 0 | Player, endReason: EndReason, now: number): Decision => {
  const clock = stopped(room.game.clock, turnOf(room.game), now);
  return happened(room, [update(room, now, ended(winner, endReason, clock))]);
};

/** The verdict on time, from stored times alone; null while the side to move has time. */
const timeUp = (room: PlayingRoom, now: number): Decision | null => {
  const mover = turnOf(room.game);
  return flagged(room.game.clock, mover, now) ? endedNow(room, opponent(mover), 'TIME_UP', now) : null;
};

const seat = (room: Room, userId: string, newGameId: string, now: number): Decision => {
  const players = [...room.players, userId];
  if (players.length < 2) {
    const change = { createdBy: userId, players, timeControl: DEFAULT_TIME_CONTROL };
    return happened(room, [update(room, now, change)]);
  }
  const change = {
    players,
    gameId: newGameId,
    status: 'playing',
    ...fullClock(room.timeControl),
    lastMoveTime: now,
  } as const;
  return happened(room, [update(room, now, change)]);
};

/** Both players have left the finished game: the number is free, and its version goes on counting. */
const vacated = (room: Room): Room =>
  room.players.length > 0 && room.players.every((id) => room.departed.includes(id))
    ? { ...emptyRoom(room.id, room.timeControl), v: room.v, spectators: room.spectators }
    : room;

const join = (room: Room, userId: string, newGameId: string, now: number): Decided => {
  if (room.departed.includes(userId) && vacated(room) === room) {
    const departed = room.departed.filter((id) => id !== userId);
    return ok(happened(room, [update(room, now, { departed })]));
  }
  const open = vacated(room);
  if (sideOf(open, userId)) return nothing(room);
  if (open.players.length < 2) {
    const spectators = open.spectators.filter((id) => id !== userId);
    return ok(seat({ ...open, spectators }, userId, newGameId, now));
  }
  if (room.spectators.includes(userId)) return nothing(room);
  if (room.spectators.length >= MAX_SPECTATORS) return err('ROOM_FULL');
  return ok(happened(room, [update(room, now, { spectators: [...room.spectators, userId] })]));
};

type MoveCommand = Extract<RoomCommand, { type: 'move' }>;

const refusedMove = (room: PlayingRoom, side: Player, command: MoveCommand): ErrorCode | null => {
  const { board } = room.game;
  if (command.player !== side) return 'WRONG_PLAYER';
  if (command.ply !== undefined && command.ply !== plyCount(board)) return 'STALE_MOVE';
  if (plyCount(board) >= MAX_PLIES) return 'GAME_TOO_LONG';
  return turnOf(room.game) === side ? null : 'NOT_YOUR_TURN';
};

const move = (room: Room, command: MoveCommand, now: number): Decided => {
  const side = sideOf(room, command.userId);
  if (!side) return err('NOT_A_PLAYER');
  if (!room.game) return err('NOT_PLAYING');
  const accepted = room.game.accepted[side];
  if (command.id !== undefined && accepted?.id === command.id) {
    return ok({ room, events: [], v: accepted.v });
  }
  if (!isPlaying(room)) return err('GAME_OVER');
  const refusal = refusedMove(room, side, command);
  if (refusal) return err(refusal);
  const late = timeUp(room, now);
  if (late) return ok({ ...late, refusal: 'TIME_UP' });
  const { from, to } = command;
  const played = play(room.game.board, { from, to });
  return played.ok ? ok(moved(room, side, command, played.value, now)) : err(played.error);
};

const moved = (
  room: PlayingRoom,
  side: Player,
  { from, to, id }: MoveCommand,
  board: LiveGame['board'],
  now: number,
): Decision => {
  const { timeLeft } = afterMove(room.game.clock, side, room.timeControl, now);
  const moveMade: RoomEvent = {
    type: 'moveMade',
    roomId: room.id,
    v: room.v + 1,
    gameId: room.game.id,
    ply: plyCount(board),
    id: id ?? null,
    player: side,
    from,
    to,
    timeLeft,
    lastMoveTime: now,
  };
  const { winner, endReason } = outcome(board);
  if (winner === -1) return happened(room, [moveMade]);
  const result = ended(winner, endReason, { timeLeft, lastMoveTime: null });
  return happened(room, [moveMade, update(room, now, result, room.v + 2)]);
};

const surrender = (room: Room, userId: string, now: number): Decided => {
  const side = sideOf(room, userId);
  if (!side) return err('NOT_A_PLAYER');
  if (!room.game) return err('NOT_PLAYING');
  if (!isPlaying(room)) return err('GAME_OVER');
  return ok(timeUp(room, now) ?? endedNow(room, opponent(side), 'SURRENDER', now));
};

const leave = (room: Room, userId: string, now: number): Decided => {
  if (room.spectators.includes(userId)) {
    const spectators = room.spectators.filter((id) => id !== userId);
    return ok(happened(room, [update(room, now, { spectators })]));
  }
  if (!sideOf(room, userId) || room.departed.includes(userId)) return nothing(room);
  if (!room.game) return ok(happened(room, [update(room, now, { players: [], createdBy: null })]));
  const over = isPlaying(room) ? (timeUp(room, now) ?? surrendered(room, userId, now)) : happened(room, []);
  const gone = update(over.room, now, { departed: [...over.room.departed, userId] });
  return ok({ room: evolve(over.room, gone), events: [...over.events, gone], v: gone.v });
};

const surrendered = (room: PlayingRoom, userId: string, now: number): Decision =>
  endedNow(room, room.players[0] === userId ? 2 : 1, 'SURRENDER', now);

const flag = (room: Room, userId: string | undefined, now: number): Decided => {
  if (userId !== undefined && !sideOf(room, userId)) return err('NOT_A_PLAYER');
  if (!room.game) return err('NOT_PLAYING');
  if (!isPlaying(room)) return nothing(room);
  const verdict = timeUp(room, now);
  return verdict ? ok(verdict) : err('NOT_FLAGGED');
};

/**
 * The one place where a room changes: pure and total. `room` is null where none is stored (only `join` makes
 * one); `now` is epoch ms. Refusals are codes of the protocol's catalogue, and change nothing.
 */
export const decide = (room: Room | null, roomId: string, command: RoomCommand, now: number): Decided => {
  if (command.type === 'join') {
    const { userId, newGameId } = command;
    return join(room ?? emptyRoom(roomId, DEFAULT_TIME_CONTROL), userId, newGameId, now);
  }
  if (!room) return err('ROOM_NOT_FOUND');
  switch (command.type) {
    case 'move':
      return move(room, command, now);
    case 'surrender':
      return surrender(room, command.userId, now);
    case 'leave':
      return leave(room, command.userId, now);
    case 'flag':
      return flag(room, command.userId, now);
  }
};
