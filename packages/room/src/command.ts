import type { RoomKind, TimeControl } from '@doushouqi/protocol';
import type { Move, Side } from '@doushouqi/rules';

/** One open offer of a kind; it holds for the position it was made in, and lapses with it (lessons A9). */
export type OfferKind = 'draw' | 'undo' | 'reset';

/** `ply` and `id` are absent in a client of the bare spec; `lag`: what the server measured on the way, ms. */
export interface MoveCommand extends Move {
  type: 'move';
  userId: string;
  side: Side;
  ply?: number | undefined;
  id?: string | undefined;
  lag?: number | undefined;
}

/** `isPaused`: the user is kept from being paired just now, which the door knows of whoever wants a new game. */
export interface OfferCommand {
  type: 'offer';
  userId: string;
  kind: OfferKind;
  isPaused?: boolean | undefined;
}

/** `newGameId` names the game that an accepted reset begins; `isOtherPaused` is of the opponent what `isPaused` is of the user. */
export interface AnswerCommand {
  type: 'answer';
  userId: string;
  kind: OfferKind;
  accept: boolean;
  newGameId: string;
  isPaused?: boolean | undefined;
  isOtherPaused?: boolean | undefined;
}

/** Makes the room of two who were paired, and begins their game; `players`: red first. */
export interface PairCommand {
  type: 'pair';
  kind: RoomKind;
  players: readonly [string, string];
  timeControl: TimeControl;
  gameId: string;
}

/** What somebody wants of a room. `newGameId` names the game that the command would start. */
export type RoomCommand =
  | { type: 'join'; userId: string; newGameId: string }
  | ({ type: 'setTimeControl'; userId: string } & TimeControl)
  | MoveCommand
  | OfferCommand
  | AnswerCommand
  | { type: 'say'; userId: string; content: string }
  | { type: 'flag' | 'surrender' | 'leave' | 'leaveSpectating'; userId: string }
  | { type: 'clearAction' | 'clearOfflineSurrender' | 'arrive'; userId: string }
  /** From here on they are said by the server itself, never by a user. */
  | PairCommand
  | { type: 'presence'; userId: string; here: boolean }
  | { type: 'crowd'; came: readonly string[]; went: readonly string[] }
  | { type: 'look' }
  | { type: 'giveBack'; outage: string; ms: number; most?: number };
