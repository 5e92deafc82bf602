import { type ErrorCode, POLICIES, type RoomHeader, type RoomPolicy } from '@doushouqi/protocol';
import type { Side } from '@doushouqi/rules';
import { earliestFlag } from './clock.ts';
import type { AnswerCommand, OfferCommand, Pause, RoomCommand } from './command.ts';
import { isPlaying, movesOf, offlineDeadline, plyOf, type RoomView, seatOf, turnOf } from './view.ts';

/** Whether players may ask for an undo, by the kind of room and the creator's choice. */
export function mayUndo({ kind, table }: Pick<RoomHeader, 'kind' | 'table'>): boolean {
  return POLICIES[kind].undo && table?.undo !== false;
}

/** Whether players may ask for a reset now. `isOver`: no game runs. */
export function mayReset({ reset }: Pick<RoomPolicy, 'reset'>, isOver: boolean): boolean {
  return reset === 'anytime' || (reset === 'afterGame' && isOver);
}

/** Whether users without a seat may watch. */
export function isWatchable({ table }: Pick<RoomHeader, 'table'>): boolean {
  return table?.spectators !== false;
}

/** Whether the user may follow the room: receive its events. */
export function mayFollow(header: Pick<RoomHeader, 'table' | 'players'>, userId: string | null): boolean {
  return isWatchable(header) || seatOf(header, userId) !== null;
}

/** Whether the user may see the room. One that waits shows its choices to a user who might join. */
export function maySee(header: RoomHeader, userId: string | null): boolean {
  return mayFollow(header, userId) || header.status === 'waiting';
}

function allows(room: RoomView, command: RoomCommand, policy: RoomPolicy): boolean {
  switch (command.type) {
    case 'offer':
      if (command.kind === 'undo') return mayUndo(room.header);
      return command.kind !== 'reset' || mayReset(policy, !isPlaying(room));
    case 'setTimeControl':
      return policy.timeControls.some(
        ({ initial, increment }) => initial === command.initial && increment === command.increment,
      );
    default:
      return true;
  }
}

/** Returns the first-move deadline (epoch ms), or null if no first move is due. Pure. */
export function firstMoveDeadline(room: RoomView): number | null {
  const { kind, lastMoveTime } = room.header;
  const { firstMoveTime } = POLICIES[kind];
  const isDue = firstMoveTime !== null && lastMoveTime !== null && isPlaying(room) && plyOf(room) < 2;
  return isDue ? lastMoveTime + firstMoveTime : null;
}

/**
 * Returns the earliest time (epoch ms) at which a missing first move could abort the game, or null if no first move is due.
 * It is before `firstMoveDeadline` while the clock waits for a player, who may arrive at any time. Pure.
 */
export function earliestAbort(room: RoomView, now: number): number | null {
  const deadline = firstMoveDeadline(room);
  const { firstMoveTime } = POLICIES[room.header.kind];
  return deadline === null || firstMoveTime === null ? null : Math.min(deadline, now + firstMoveTime);
}

/** Returns the earliest time (epoch ms) at which a running game could end by time, if no undo follows. Pure. */
export function earliestVerdict(room: RoomView, now: number): number | null {
  if (!room.header.timeControl) return room.header.moveDeadline;
  const flag = earliestFlag(room.header, turnOf(room), now);
  return Math.min(flag, earliestAbort(room, now) ?? flag);
}

/** Returns when (epoch ms) a running game ends because a player is offline; null if it does not. Pure. */
export function absenceDeadline(header: RoomHeader): number | null {
  return offlineDeadline(header)?.at ?? null;
}

/** A place of a user in a numbered room, which counts towards the user's limit for such games. */
export interface Seat {
  userId: string;
  isUntimed: boolean;
}

/** Returns the seats whose users wait or play; none in rooms of pairs, which pairing limits. Pure. */
export function seatsTaken(room: Pick<RoomView, 'header'> | null): Seat[] {
  if (!room || POLICIES[room.header.kind].seats !== 'open') return [];
  const { status, players, departed, timeControl } = room.header;
  if (status !== 'waiting' && status !== 'playing') return [];
  const isUntimed = timeControl === null;
  return players.filter((id) => !departed.includes(id)).map((userId) => ({ userId, isUntimed }));
}

/** Whether the side may end the game without a loss, because it has made fewer moves than the kind of room asks for. */
export function mayAbort(room: RoomView, side: Side): boolean {
  return isPlaying(room) && movesOf(room, side) < POLICIES[room.header.kind].freeMoves;
}

/** Returns the number of draw offers left to the side in this game; null if unlimited. */
export function drawOffersLeft({ kind, drawOffers }: RoomHeader, side: Side): number | null {
  const most = POLICIES[kind].drawOffers;
  return most === null ? null : Math.max(0, most - drawOffers[side]);
}

/** Whether the command asks for a reset or accepts one. */
export function asksForRematch(command: RoomCommand): command is OfferCommand | AnswerCommand {
  const asks = command.type === 'offer' || (command.type === 'answer' && command.accept);
  return asks && command.kind === 'reset';
}

/** Whether a pause forbids rematches in rooms of a kind. */
function forbidsRematch(pause: Pause | null | undefined, policy: RoomPolicy): boolean {
  if (pause === 'READ_ONLY') return true;
  if (pause === 'RATED_PAUSED' || pause === 'RATED_OFF') return policy.rated || policy.botRated;
  return pause === 'PAIRING_PAUSED' && !policy.pausedMayRematch;
}

/** Returns why a room of this kind refuses the command, or null. Pure. */
export function policyRefusal(room: RoomView, command: RoomCommand): ErrorCode | null {
  const policy = POLICIES[room.header.kind];
  if (!allows(room, command, policy)) return 'NOT_IN_THIS_ROOM';
  // A pause of pairing covers rematches too.
  if (!asksForRematch(command)) return null;
  const { pause } = command;
  if (pause && forbidsRematch(pause, policy)) return pause;
  // The opponent's pause may have started after the offer.
  const isOtherPaused = command.type === 'answer' && forbidsRematch(command.otherPause, policy);
  return isOtherPaused ? 'OPPONENT_PAUSED' : null;
}
