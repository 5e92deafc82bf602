import type { TimeControl } from '@doushouqi/protocol';
import type { Clock, OfferKind } from '@doushouqi/room';
import type { Game, Point, Side } from '@doushouqi/rules';
import type { StoreApi } from 'zustand/vanilla';
import type { Cross } from '../board/types.ts';

/**
 * The interface between a game and the table that shows it. Each kind of game implements `GameController` in its
 * feature: `room`, `local`, `ai` and `analysis`. The table (`shared/table`) imports only this file.
 */

/** The clocks of a game: stored times, from which `remaining` computes the time left. */
export interface GameClock extends Clock {
  control: TimeControl;
  /** The side whose clock runs while `lastMoveTime` is set. */
  turn: Side;
  /**
   * Time at which the game is aborted without the first move of the side to move, by the same clock; null for none.
   */
  firstMoveBy?: number | null;
  /** Current time of the clock that measured `lastMoveTime`, in ms; null while it is unknown. */
  now: () => number | null;
}

/** A game as its table shows it. */
export interface GameState {
  /** Identifies the game; state of one game must not affect the next. Null before the first one. */
  readonly gameId: string | null;
  /** The displayed game, including a move that is not confirmed yet. */
  readonly game: Game;
  /** Increases with every event of the game; a data attribute for tests and tools. */
  readonly version: number;
  /** `waiting`: not started. `game` contains the result of a game that is over. */
  readonly status: 'waiting' | 'playing' | 'over';
  /** The user's side; null for spectators and for a user who plays both sides. */
  readonly own: Side | null;
  /** The sides whose pieces the user may move, each in its turn. */
  readonly movers: readonly Side[];
  /** Null for a game without clocks. */
  readonly clock: GameClock | null;
  /** The move chosen for the next turn. */
  readonly premove: { readonly from: Point; readonly to: Point } | null;
}

/** Notices for the user at the table. */
export type GameNotice =
  /**
   * `message`: null if the game shows the reason beside the board. `from`: square of the piece that returns, null for none.
   * `crosses`: the causes of the refusal.
   */
  | { kind: 'refused'; message: string | null; from: Point | null; crosses?: readonly Cross[] }
  /** The premove was illegal when its turn came. */
  | { kind: 'premoveDropped' };

/** Premoves: choosing the next move in the opponent's time. */
export interface Premoves {
  choose(from: Point, to: Point): void;
  cancel(): void;
}

/**
 * Offers to the other player. Each method rejects if the offer could not be sent; the game's state has the result.
 */
export interface Offers {
  ask(kind: OfferKind): Promise<void>;
  /** Answers the other player's offer. */
  answer(kind: OfferKind, accept: boolean): Promise<void>;
  /** Withdraws the user's own offer. */
  withdraw(kind: OfferKind): Promise<void>;
}

/** A game that can be shown and played. Optional members exist only for games that have them. */
export interface GameController {
  readonly store: Pick<StoreApi<GameState>, 'getState' | 'getInitialState' | 'subscribe'>;
  /** Makes a move of the side to move; an illegal one changes nothing. */
  move(from: Point, to: Point): void;
  /** Subscribes to notices. Returns a function that unsubscribes. */
  listen?(listener: (notice: GameNotice) => void): () => void;
  readonly premoves?: Premoves;
  readonly offers?: Offers;
  /** Undoes all moves since the user's last turn, at once and without a request. */
  readonly undo?: () => void;
}

/** A set of listeners. */
export class Listeners<T> {
  readonly #all = new Set<(event: T) => void>();

  readonly notify = (event: T): void => {
    for (const listener of this.#all) listener(event);
  };

  /** Returns a function that removes the listener. */
  add(listener: (event: T) => void): () => void {
    this.#all.add(listener);
    return () => void this.#all.delete(listener);
  }

  clear(): void {
    this.#all.clear();
  }
}
