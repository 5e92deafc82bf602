import {
  DEFAULT_TIME_CONTROL,
  type ErrorCode,
  FIRST_MOVE_TIME,
  MAX_DRAW_OFFERS,
  type RoomHeader,
  type RoomKind,
  TIME_CONTROLS,
  type TimeControl,
} from '@doushouqi/protocol';
import { ONLINE_RULE_SET, type Player, type RuleSetName } from '@doushouqi/rules';
import { earliestFlag, keyOf } from './clock.ts';
import type { AnswerCommand, OfferCommand, RoomCommand } from './command.ts';
import { isPlaying, plyOf, type RoomView, turnOf } from './view.ts';

/** What a kind of room allows. The one place to look, for every door and for the screens. */
export interface RoomPolicy {
  readonly ruleSet: RuleSetName;
  /** `open`: whoever comes first sits down. `assigned`: the players are named when the room is made. */
  readonly seats: 'open' | 'assigned';
  /** What a new room begins with. */
  readonly timeControl: TimeControl;
  /** What the creator may choose from while the room waits; empty where the time control is fixed. */
  readonly timeControls: readonly TimeControl[];
  readonly undo: boolean;
  /** A new game when both agree: at any time, or only when the last one is over. */
  readonly reset: 'anytime' | 'afterGame';
  /** In a new game after one, red plays blue. */
  readonly swapsColors: boolean;
  /** Draws that a player may offer in one game; null for no bound. */
  readonly drawOffers: number | null;
  /**
   * Each side's first move is due within this long of the start of its clock, which waits for the player to arrive. Else the
   * game is aborted. Milliseconds, null for never.
   */
  readonly firstMoveTime: number | null;
}

/** Two who were brought together: they know each other only by this game, and begin it. */
const PAIRED: RoomPolicy = {
  ruleSet: ONLINE_RULE_SET,
  seats: 'assigned',
  timeControl: DEFAULT_TIME_CONTROL,
  timeControls: [],
  undo: true,
  reset: 'afterGame',
  swapsColors: true,
  drawOffers: null,
  firstMoveTime: FIRST_MOVE_TIME,
};

export const POLICIES: Readonly<Record<RoomKind, RoomPolicy>> = {
  casual: {
    ruleSet: ONLINE_RULE_SET,
    seats: 'open',
    timeControl: DEFAULT_TIME_CONTROL,
    timeControls: TIME_CONTROLS,
    undo: true,
    reset: 'anytime',
    swapsColors: false,
    drawOffers: null,
    firstMoveTime: null,
  },
  paired: PAIRED,
  rated: { ...PAIRED, undo: false, drawOffers: MAX_DRAW_OFFERS },
};

function allows(room: RoomView, command: RoomCommand, policy: RoomPolicy): boolean {
  switch (command.type) {
    case 'offer':
      if (command.kind === 'undo') return policy.undo;
      return command.kind !== 'reset' || policy.reset === 'anytime' || !isPlaying(room);
    case 'setTimeControl':
      return policy.timeControls.some(
        ({ initial, increment }) => initial === command.initial && increment === command.increment,
      );
    default:
      return true;
  }
}

/** When (epoch ms) the game is aborted unless the side to move has moved by then; null where no first move is due. Pure. */
export function firstMoveDeadline(room: RoomView): number | null {
  const { kind, lastMoveTime } = room.header;
  const { firstMoveTime } = POLICIES[kind];
  const isDue = firstMoveTime !== null && lastMoveTime !== null && isPlaying(room) && plyOf(room) < 2;
  return isDue ? lastMoveTime + firstMoveTime : null;
}

/**
 * The earliest moment (epoch ms) at which a missing first move could abort the game; null where no first move is due. It is
 * before `firstMoveDeadline` while the clock waits for a player, who may arrive at any moment. Pure.
 */
export function earliestAbort(room: RoomView, now: number): number | null {
  const deadline = firstMoveDeadline(room);
  const { firstMoveTime } = POLICIES[room.header.kind];
  return deadline === null || firstMoveTime === null ? null : Math.min(deadline, now + firstMoveTime);
}

/** The earliest moment (epoch ms) at which a running game could end by time, however it goes on; but for an undo. Pure. */
export function earliestVerdict(room: RoomView, now: number): number {
  const flag = earliestFlag(room.header, turnOf(room), now);
  return Math.min(flag, earliestAbort(room, now) ?? flag);
}

/** Whether the side has made no move yet in a game that begins with one: to give it up costs nothing on the board. */
export function mayAbort(room: RoomView, side: Player): boolean {
  return POLICIES[room.header.kind].firstMoveTime !== null && isPlaying(room) && plyOf(room) < side;
}

/** How many draws the side may still offer in this game; null for no bound. */
export function drawOffersLeft({ kind, drawOffers }: RoomHeader, side: Player): number | null {
  const most = POLICIES[kind].drawOffers;
  return most === null ? null : Math.max(0, most - drawOffers[keyOf(side)]);
}

/** Whether the command asks for another game, or agrees to one. */
export function asksForRematch(command: RoomCommand): command is OfferCommand | AnswerCommand {
  const asks = command.type === 'offer' || (command.type === 'answer' && command.accept);
  return asks && command.kind === 'reset';
}

/** Why a command has no place in a room of this kind, or null. Pure. */
export function policyRefusal(room: RoomView, command: RoomCommand): ErrorCode | null {
  const { kind } = room.header;
  if (!allows(room, command, POLICIES[kind])) return 'NOT_IN_THIS_ROOM';
  // Whoever may look for nobody may not play the same one for points all day.
  if (kind !== 'rated' || !asksForRematch(command)) return null;
  if (command.isPaused) return 'PAIRING_PAUSED';
  // The pause may have begun after the opponent asked.
  return command.type === 'answer' && command.isOtherPaused ? 'OPPONENT_PAUSED' : null;
}
