import { ONLINE_RULE_SET, type RuleSetName } from '@doushouqi/rules';
import {
  BOT_FIRST_MOVE_TIME,
  BOT_SEARCH_MOVES,
  DEFAULT_TIME_CONTROL,
  FIRST_MOVE_TIME,
  MAX_DRAW_OFFERS,
  MAX_PLIES,
  TIME_CONTROLS,
  type TimeControl,
} from './limits.ts';
import { type RatingClass, timeClassOf } from './rating-classes.ts';

/** Rules of a room kind. Services and screens read these fields and do not compare kinds by name. */
export interface RoomPolicy {
  readonly ruleSet: RuleSetName;
  /**
   * `open`: the first two users who join are the players. `assigned`: the players are named when the room is created.
   */
  readonly seats: 'open' | 'assigned';
  /** The time control of a new room. */
  readonly timeControl: TimeControl;
  /** Choices of the creator while the room waits; empty if the time control is fixed. */
  readonly timeControls: readonly TimeControl[];
  readonly undo: boolean;
  /** When the players may agree on a new game: at any time, only after a game, or never. */
  readonly reset: 'anytime' | 'afterGame' | 'never';
  /** A player may start a rematch during a pairing pause. */
  readonly pausedMayRematch: boolean;
  /** Maximum number of a player's draw offers in one game; null for no limit. */
  readonly drawOffers: number | null;
  /**
   * Time for the first move of each side, from the start of its clock, which waits for the player to arrive; after that
   * the game is aborted. Milliseconds, null for no limit.
   */
  readonly firstMoveTime: number | null;
  /** A side that has made fewer moves ends the game by leaving or resigning without a loss. */
  readonly freeMoves: number;
  /** While leaving is free, a found opponent takes the players away from the game. */
  readonly yields: boolean;
  /** Finished games are stored in the archive. */
  readonly archived: boolean;
  /** The game changes the ratings of its players in the time class, unless it is marked `isRated: false`. */
  readonly rated: boolean;
  /** The game changes its player's rating against bots. */
  readonly botRated: boolean;
  /** Losses of the window's focus during a game are counted. */
  readonly countsFocusLoss: boolean;
  /** Pairing allows its players no second such game, and is notified of the end. */
  readonly exclusive: boolean;
  /** Title on screens: the room number, or the pool, as in `5+3 排位`. */
  readonly title: 'number' | 'pool';
  /** Target after the end: home, a search in the same pool, or what the game belongs to (`header.context`). */
  readonly returnsTo: 'home' | 'pool' | 'context';
}

const PAIRED: RoomPolicy = {
  ruleSet: ONLINE_RULE_SET,
  seats: 'assigned',
  timeControl: DEFAULT_TIME_CONTROL,
  timeControls: [],
  undo: true,
  reset: 'afterGame',
  pausedMayRematch: true,
  drawOffers: null,
  firstMoveTime: FIRST_MOVE_TIME,
  freeMoves: 1,
  yields: false,
  archived: true,
  rated: false,
  botRated: false,
  countsFocusLoss: false,
  exclusive: true,
  title: 'pool',
  returnsTo: 'pool',
};

/** A game of a tournament, which is named in `header.context`. Unrated tournaments mark theirs with `isRated: false`. */
const OF_TOURNAMENT: RoomPolicy = {
  ...PAIRED,
  undo: false,
  reset: 'never',
  pausedMayRematch: false,
  drawOffers: MAX_DRAW_OFFERS,
  rated: true,
  countsFocusLoss: true,
  returnsTo: 'context',
};

const AGAINST_BOT: RoomPolicy = {
  ...PAIRED,
  firstMoveTime: BOT_FIRST_MOVE_TIME,
  yields: true,
  exclusive: false,
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
    pausedMayRematch: true,
    drawOffers: null,
    firstMoveTime: null,
    freeMoves: 0,
    yields: false,
    archived: true,
    rated: false,
    botRated: false,
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
  /** Against a house bot. The search for a person may go on meanwhile. */
  bot: { ...AGAINST_BOT, freeMoves: BOT_SEARCH_MOVES },
  /** Against a house bot, for the rating against bots. The search ends with the first own move. */
  ratedBot: { ...AGAINST_BOT, undo: false, drawOffers: MAX_DRAW_OFFERS, botRated: true },
  /** Two house bots, for spectators. */
  exhibition: { ...PAIRED, freeMoves: MAX_PLIES, archived: false, exclusive: false },
  /** Paired by a wave of an arena, or by a round of a Swiss (docs/tournaments.md). */
  arena: OF_TOURNAMENT,
  swiss: OF_TOURNAMENT,
} satisfies Record<string, RoomPolicy>;

export type RoomKind = keyof typeof KINDS;
export const ROOM_KINDS = Object.keys(KINDS) as RoomKind[];
export const POLICIES: Readonly<Record<RoomKind, RoomPolicy>> = KINDS;
/** The kind of a room opened by its number, and of games older than kinds. */
export const OPEN_ROOM_KIND = 'casual' satisfies RoomKind;

/** What decides whether a game is rated. */
interface RatedGameMark {
  kind: RoomKind;
  /** False for a game of an unrated tournament. */
  isRated?: false | undefined;
}

/** Returns whether a game changes the ratings of its players in the time class. */
export function isRatedGame({ kind, isRated }: RatedGameMark): boolean {
  return POLICIES[kind].rated && isRated !== false;
}

/** Returns the rating that a game changes; null for none. */
export function ratingClassOf(game: RatedGameMark & { timeControl: TimeControl | null }): RatingClass | null {
  if (POLICIES[game.kind].botRated) return 'bot';
  return isRatedGame(game) && game.timeControl ? timeClassOf(game.timeControl) : null;
}

/**
 * Begins the number of a room for a pair, which no user opens: a player who knows it before the room exists, as that of
 * a game in a tournament, could keep the room from being made.
 */
const ASSIGNED_ROOM_PREFIX = '__';

/** Returns the number of a room that no user opens. `random`: letters, digits, `-` and `_`. */
export function assignedRoom(random: string): string {
  return `${ASSIGNED_ROOM_PREFIX}${random}`;
}

/** Returns whether no user may open the room. */
export function isAssignedRoom(roomId: string): boolean {
  return roomId.startsWith(ASSIGNED_ROOM_PREFIX);
}
