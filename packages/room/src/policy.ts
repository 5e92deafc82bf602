import {
  DEFAULT_TIME_CONTROL,
  type ErrorCode,
  FIRST_MOVE_TIME,
  MAX_DRAW_OFFERS,
  type RoomKind,
  TIME_CONTROLS,
  type TimeControl,
} from '@doushouqi/protocol';
import { ONLINE_RULE_SET, type RuleSetName } from '@doushouqi/rules';
import type { RoomCommand } from './command.ts';
import type { RoomView } from './view.ts';
import { isPlaying } from './view.ts';

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
  /** Each side's first move is due within this long of the start of its clock, else the game is aborted; ms, null for never. */
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

/** Why a command has no place in a room of this kind whoever gives it, or null. Pure. */
export function policyRefusal(room: RoomView, command: RoomCommand, policy: RoomPolicy): ErrorCode | null {
  return allows(room, command, policy) ? null : 'NOT_IN_THIS_ROOM';
}
