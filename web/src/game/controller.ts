import type { TimeControl } from '@doushouqi/protocol';
import type { Clock, OfferKind } from '@doushouqi/room';
import type { Game, Point, Side } from '@doushouqi/rules';
import type { StoreApi } from 'zustand/vanilla';
import type { Cross } from '../board/types.ts';

/**
 * What stands between a game and the table that shows it. Each kind of game has one `GameController` in its feature:
 * `room`, `local`, `ai` and `analysis`. The table (`shared/table`) knows only this file.
 */

/** The clocks of a game: stored times, from which every reader works out what is left (`remaining`). */
export interface GameClock extends Clock {
  control: TimeControl;
  /** Whose clock runs, while `lastMoveTime` is set. */
  turn: Side;
  /** When the game is aborted unless the side to move has made its first move, by the same time; null where none is due. */
  firstMoveBy?: number | null;
  /** The time by which `lastMoveTime` was taken, ms; null while it is not known yet. */
  now: () => number | null;
}

/** A game as its table shows it. */
export interface GameState {
  /** Names the game: what belongs to one game must not outlive it. Null before the first one. */
  readonly gameId: string | null;
  /** What the board shows. A move that is made and not confirmed yet is in it. */
  readonly game: Game;
  /** Grows with everything that happened to the game, for those who watch the page from outside. */
  readonly version: number;
  /** `waiting`: not begun. How a game that is over ended is in `game`. */
  readonly status: 'waiting' | 'playing' | 'over';
  /** The side that the person plays; null for those who watch, and for those who play both. */
  readonly own: Side | null;
  /** The sides whose pieces the person may move now, each in its turn. */
  readonly movers: readonly Side[];
  /** Null for a game without clocks. */
  readonly clock: GameClock | null;
  /** The move that is chosen for the next turn. */
  readonly premove: { readonly from: Point; readonly to: Point } | null;
}

/** Notices for the user at the table. */
export type GameNotice =
  /** `from`: the piece that goes back, null for none. `crosses`: what stands in its way. */
  | { kind: 'refused'; message: string; from: Point | null; crosses?: readonly Cross[] }
  /** The premove was not legal when its turn came. */
  | { kind: 'premoveDropped' };

/** Choosing the next move while the other side thinks. */
export interface Premoves {
  choose(from: Point, to: Point): void;
  cancel(): void;
}

/** Asking the other player. Each rejects when it could not be said; what came of it is in the game's state. */
export interface Offers {
  ask(kind: OfferKind): Promise<void>;
  /** Answers the other player's question. */
  answer(kind: OfferKind, accept: boolean): Promise<void>;
  /** Takes the own question back. */
  withdraw(kind: OfferKind): Promise<void>;
}

/** A game that can be shown and played. What is optional is there where the game has it. */
export interface GameController {
  readonly store: Pick<StoreApi<GameState>, 'getState' | 'getInitialState' | 'subscribe'>;
  /** Makes a move of the side to move; one that is not allowed changes nothing. */
  move(from: Point, to: Point): void;
  /** Hears notices; returns the way to stop. */
  listen?(listener: (notice: GameNotice) => void): () => void;
  readonly premoves?: Premoves;
  readonly offers?: Offers;
  /** Takes back what was moved since the person's last turn, at once and without asking. */
  readonly undo?: () => void;
}

/** Those who hear something. */
export class Listeners<T> {
  readonly #all = new Set<(event: T) => void>();

  readonly tell = (event: T): void => {
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
