import { type ErrorCode, MAX_PLIES, type RoomEvent } from '@doushouqi/protocol';
import { err, type Move, ok, outcome, type Player, play, plyCount } from '@doushouqi/rules';
import { afterMove, compensation } from '../clock.ts';
import { evolve, withMove } from '../evolve.ts';
import { isPlaying, type PlayingRoom, type Room, sideOf, turnOf } from '../room.ts';
import { type Decided, timeUp, update } from './decision.ts';

/** `ply` and `id` are absent in a client of the bare spec; `lag`: what the server measured on the way, ms. */
export interface MoveCommand extends Move {
  type: 'move';
  userId: string;
  player: Player;
  ply?: number | undefined;
  id?: string | undefined;
  lag?: number | undefined;
}

const refused = (room: PlayingRoom, side: Player, command: MoveCommand): ErrorCode | null => {
  const { board } = room.game;
  if (command.player !== side) return 'WRONG_PLAYER';
  if (command.ply !== undefined && command.ply !== plyCount(board)) return 'STALE_MOVE';
  if (plyCount(board) >= MAX_PLIES) return 'GAME_TOO_LONG';
  return turnOf(room.game) === side ? null : 'NOT_YOUR_TURN';
};

export const move = (room: Room, command: MoveCommand, now: number): Decided => {
  const side = sideOf(room, command.userId);
  if (!side) return err('NOT_A_PLAYER');
  if (!room.game) return err('NOT_PLAYING');
  const accepted = room.game.accepted[side];
  if (command.id !== undefined && accepted?.id === command.id) {
    return ok({ room, events: [], v: accepted.v });
  }
  if (!isPlaying(room)) return err('GAME_OVER');
  const refusal = refused(room, side, command);
  if (refusal) return err(refusal);
  // What was not thought cannot be forgiven, and takes nothing from the quota.
  const elapsed = now - (room.game.clock.lastMoveTime ?? now);
  const lag = compensation(room.game.lagQuota, side, Math.min(command.lag ?? 0, elapsed));
  const late = timeUp(room, now, lag);
  if (late) return ok({ ...late, refusal: 'TIME_UP' });
  return made(room, side, command, lag, now);
};

const made = (
  room: PlayingRoom,
  side: Player,
  { from, to, id }: MoveCommand,
  lag: number,
  now: number,
): Decided => {
  const { game } = room;
  const played = play(game.board, { from, to });
  if (!played.ok) return err(played.error);
  const { timeLeft } = afterMove(game.clock, side, room.timeControl, now, lag);
  const moveMade: Extract<RoomEvent, { type: 'moveMade' }> = {
    type: 'moveMade',
    roomId: room.id,
    v: room.v + 1,
    gameId: game.id,
    ply: plyCount(played.value),
    id: id ?? null,
    player: side,
    from,
    to,
    timeLeft,
    lastMoveTime: now,
    lag,
  };
  const after = withMove(room, game, played.value, moveMade);
  const v = moveMade.v;
  if (outcome(played.value).winner === -1) return ok({ room: after, events: [moveMade], v });
  const last = update(after, now, { lastMoveTime: null });
  return ok({ room: evolve(after, last), events: [moveMade, last], v });
};
