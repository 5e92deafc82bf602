import type { DaysPerMove, ErrorCode, RoomKind, TableChoices, TimeControl } from '@doushouqi/protocol';
import type { Move, Side } from '@doushouqi/rules';

/** Each kind has at most one open offer. It lapses when the position changes. */
export type OfferKind = 'draw' | 'undo' | 'reset';

/** Clients of the basic protocol send no `ply` and `id`. `lag`: measured by the server, ms. */
export interface MoveCommand extends Move {
  type: 'move';
  userId: string;
  side: Side;
  ply?: number | undefined;
  id?: string | undefined;
  lag?: number | undefined;
}

/** Why a user may start no rematch in some kinds of rooms: own conduct, or the operators. */
export type Pause = Extract<ErrorCode, 'PAIRING_PAUSED' | 'RATED_PAUSED' | 'RATED_OFF' | 'READ_ONLY'>;

/** `pause`: of the user. Room-core sets it on rematch commands. */
export interface OfferCommand {
  type: 'offer';
  userId: string;
  kind: OfferKind;
  pause?: Pause | null | undefined;
}

/** `newGameId`: id of the game that an accepted reset starts. `pause`, `otherPause`: of user and opponent. */
export interface AnswerCommand {
  type: 'answer';
  userId: string;
  kind: OfferKind;
  accept: boolean;
  newGameId: string;
  pause?: Pause | null | undefined;
  otherPause?: Pause | null | undefined;
}

/** Creates the room of a pair and starts its game. `players`: red first. */
export interface PairCommand {
  type: 'pair';
  kind: RoomKind;
  players: readonly [string, string];
  timeControl: TimeControl;
  gameId: string;
  context?: string | undefined;
  isRated?: false | undefined;
}

/**
 * Takes a seat, or watches. `drawn`: the side of a creator who wants a random one, red by default. `choices` count if
 * the command opens the room; absent ones are the defaults of the kind.
 */
export interface JoinCommand {
  type: 'join';
  userId: string;
  newGameId: string;
  drawn?: Side | undefined;
  choices?: RoomChoices | undefined;
}

export interface RoomChoices {
  /** Null for a correspondence game. */
  timeControl?: TimeControl | null | undefined;
  /** Counts without clocks. */
  daysPerMove?: DaysPerMove | undefined;
  table: TableChoices | null;
}

/** `isShadowed`: the author is shadow-muted. */
export interface SayCommand {
  type: 'say';
  userId: string;
  content: string;
  isShadowed?: boolean | undefined;
}

/** A command to a room. `newGameId`: id of the game that the command would start. */
export type RoomCommand =
  | JoinCommand
  | ({ type: 'setTimeControl'; userId: string } & TimeControl)
  | MoveCommand
  | OfferCommand
  | AnswerCommand
  | SayCommand
  | { type: 'flag' | 'surrender' | 'leave' | 'leaveSpectating'; userId: string }
  | { type: 'clearAction' | 'clearOfflineSurrender' | 'arrive'; userId: string }
  /** The commands below come from the server, never from a user. */
  | PairCommand
  | { type: 'presence'; userId: string; here: boolean }
  | { type: 'replacePlayer'; userId: string; by: string }
  | { type: 'spectators'; joined: readonly string[]; left: readonly string[] }
  | { type: 'hideLines'; ids: readonly string[] }
  | { type: 'check' }
  | { type: 'compensate'; outage: string; ms: number; most?: number };
