import {
  ARRIVAL_TIME,
  type ErrorCode,
  MAX_PLIES,
  type MoveEvent,
  type RoomHeader,
} from '@doushouqi/protocol';
import {
  endGame,
  err,
  type Game,
  type Outcome,
  ok,
  outcome,
  play,
  plyCount,
  type Side,
} from '@doushouqi/rules';
import { afterMove, compensation } from '../clock.ts';
import type { MoveCommand } from '../command.ts';
import { evolve, roomAfterMove } from '../evolve.ts';
import type { PlayingRoom, Room } from '../room.ts';
import { isAwaited, isPlaying, plyOf, seatOf, turnOf, withMove } from '../view.ts';
import { type Decided, timeUp, update, verdictOf } from './decision.ts';

function refused(room: PlayingRoom, side: Side, command: MoveCommand): ErrorCode | null {
  const ply = plyOf(room);
  if (command.side !== side) return 'WRONG_PLAYER';
  if (command.ply !== undefined && command.ply !== ply) return 'STALE_MOVE';
  return turnOf(room) === side ? null : 'NOT_YOUR_TURN';
}

export function move(room: Room, command: MoveCommand, now: number): Decided {
  const side = seatOf(room.header, command.userId);
  if (!side) return err('NOT_A_PLAYER');
  if (room.header.gameId === null) return err('NOT_PLAYING');
  const accepted = room.accepted[side];
  if (command.id !== undefined && accepted?.id === command.id) {
    return ok({ room, events: [], v: accepted.v });
  }
  if (!isPlaying(room)) return err('GAME_OVER');
  const refusal = refused(room, side, command);
  if (refusal) return err(refusal);
  // Lag beyond the elapsed time is not compensated and does not use the quota.
  const elapsed = now - (room.header.lastMoveTime ?? now);
  const lag = compensation(room.lagQuota, side, Math.min(command.lag ?? 0, elapsed));
  const late = timeUp(room, now, lag);
  if (late) {
    const { status } = late.room.header;
    return ok({ ...late, refusal: status === 'aborted' ? 'GAME_ABORTED' : 'TIME_UP' });
  }
  return makeMove(room, side, command, lag, now);
}

/** Returns the outcome after a move. A game of `MAX_PLIES` is drawn unless the move ended it. */
function outcomeAfterMove(game: Game): Outcome {
  return outcome(plyCount(game) < MAX_PLIES ? game : endGame(game, 'draw', 'DRAW_TOO_LONG'));
}

function makeMove(
  room: PlayingRoom,
  side: Side,
  { from, to, id, lag: measured = 0 }: MoveCommand,
  lag: number,
  now: number,
): Decided {
  const { header } = room;
  const played = play(room.game, { from, to });
  if (!played.ok) return err(played.error);
  const { timeLeft } = afterMove(header, side, header.timeControl, now, lag);
  const moveMade: MoveEvent = {
    type: 'moveMade',
    roomId: room.id,
    v: room.v + 1,
    gameId: header.gameId,
    ply: plyCount(played.value),
    id: id ?? null,
    side,
    from,
    to,
    timeLeft,
    lastMoveTime: now,
    lag,
    ...(measured >= lag + 1 && { measuredLag: Math.floor(measured) }),
  };
  const after = roomAfterMove(room, withMove(room, played.value, moveMade), moveMade);
  const v = moveMade.v;
  const result = outcomeAfterMove(played.value);
  const change =
    result.winner === null
      ? delayed(after, now)
      : { ...verdictOf(result), lastMoveTime: null, moveDeadline: null };
  if (!change) return ok({ room: after, events: [moveMade], v });
  const last = update(after, now, change);
  return ok({ room: evolve(after, last), events: [moveMade, last], v });
}

/** Returns the later start of the clock if the side to move has not arrived yet, or null. */
function delayed(room: Room, now: number): Partial<RoomHeader> | null {
  const startAt = room.startTime + ARRIVAL_TIME;
  return isAwaited(room, turnOf(room)) && now < startAt ? { lastMoveTime: startAt } : null;
}
