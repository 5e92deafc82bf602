import { ONLINE_RULE_SET, type RuleSetName } from '@doushouqi/rules';
import {
  DEFAULT_TIME_CONTROL,
  FIRST_MOVE_TIME,
  MAX_DRAW_OFFERS,
  TIME_CONTROLS,
  type TimeControl,
} from './limits.ts';

/**
 * What a kind of room allows, and what happens to its games. Services and screens read these fields instead of asking for a
 * kind by its name.
 */
export interface RoomPolicy {
  readonly ruleSet: RuleSetName;
  /** `open`: the first two who join are the players. `assigned`: the players are named when the room is created. */
  readonly seats: 'open' | 'assigned';
  /** The time control of a new room. */
  readonly timeControl: TimeControl;
  /** What the creator may choose from while the room waits; empty where the time control is fixed. */
  readonly timeControls: readonly TimeControl[];
  readonly undo: boolean;
  /** When both may agree on a new game: at any time, or only after the end of the last one. */
  readonly reset: 'anytime' | 'afterGame';
  /** In a rematch the players swap colors. */
  readonly swapsColors: boolean;
  /** Whether a player may begin a rematch during a pause of pairing. */
  readonly pausedMayRematch: boolean;
  /** Draw offers that a player has in one game; null for no bound. */
  readonly drawOffers: number | null;
  /**
   * Time for the first move of each side, from the start of its clock, which waits for the player to arrive; after that the
   * game is aborted. Milliseconds, null for no limit.
   */
  readonly firstMoveTime: number | null;
  /** The game changes the ratings of its players. */
  readonly rated: boolean;
  /** Loss of the window's focus during a game is counted. */
  readonly countsFocusLoss: boolean;
  /** Pairing keeps the players from a second such game, and is notified of the end. */
  readonly exclusive: boolean;
  /** What screens call the room: its number, or the pool of the game, as in `5+3 排位`. */
  readonly title: 'number' | 'pool';
  /** Where a player may go on after the end: nowhere special, or to a search in the same pool. */
  readonly returnsTo: 'home' | 'pool';
}

const PAIRED: RoomPolicy = {
  ruleSet: ONLINE_RULE_SET,
  seats: 'assigned',
  timeControl: DEFAULT_TIME_CONTROL,
  timeControls: [],
  undo: true,
  reset: 'afterGame',
  swapsColors: true,
  pausedMayRematch: true,
  drawOffers: null,
  firstMoveTime: FIRST_MOVE_TIME,
  rated: false,
  countsFocusLoss: false,
  exclusive: true,
  title: 'pool',
  returnsTo: 'pool',
};

const KINDS = {
  /** Opened by its number. */
  casual: {
    ruleSet: ONLINE_RULE_SET,
    seats: 'open',
    timeControl: DEFAULT_TIME_CONTROL,
    timeControls: TIME_CONTROLS,
    undo: true,
    reset: 'anytime',
    swapsColors: false,
    pausedMayRematch: true,
    drawOffers: null,
    firstMoveTime: null,
    rated: false,
    countsFocusLoss: false,
    exclusive: false,
    title: 'number',
    returnsTo: 'home',
  },
  /** Created by pairing or by a challenge. */
  paired: PAIRED,
  rated: {
    ...PAIRED,
    undo: false,
    pausedMayRematch: false,
    drawOffers: MAX_DRAW_OFFERS,
    rated: true,
    countsFocusLoss: true,
  },
} satisfies Record<string, RoomPolicy>;

export type RoomKind = keyof typeof KINDS;
export const ROOM_KINDS = Object.keys(KINDS) as RoomKind[];
export const POLICIES: Readonly<Record<RoomKind, RoomPolicy>> = KINDS;
/** The kind of a room opened by its number, and of games stored before there were kinds. */
export const OPEN_ROOM_KIND = 'casual' satisfies RoomKind;

/** The kind of the rooms of a pool. */
export function roomKindOfPool({ rated }: { rated: boolean }): RoomKind {
  return rated ? 'rated' : 'paired';
}
