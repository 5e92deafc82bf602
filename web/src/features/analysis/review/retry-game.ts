import { type Game, newGame, type Point, SIDES } from '@doushouqi/rules';
import { createStore, type StoreApi } from 'zustand/vanilla';
import type { GameController, GameNotice, GameState } from '../../../game/controller.ts';
import { Listeners } from '../../../game/listeners.ts';
import { refusalOf } from '../../../game/refusal.ts';
import {
  isOpen,
  newRetry,
  type RetriedMove,
  type Retry,
  type RetryEvent,
  retried,
  retryPosition,
} from './retry.ts';

export interface RetryState extends GameState {
  /** Null while nothing is tried again. */
  readonly retry: Retry | null;
  /** It is asked whose mistakes are meant. */
  readonly isChoosing: boolean;
  /** The person came back from there by the button for it. */
  readonly isBack: boolean;
}

const SEATS = { gameId: 'retry', status: 'playing', own: null, clock: null, premove: null } as const;

const CLOSED: RetryState = {
  ...SEATS,
  version: 0,
  game: newGame(),
  movers: [],
  retry: null,
  isChoosing: false,
  isBack: false,
};

/** One's own mistakes tried again on a board of their own: what is tried there does not get into the record. */
export class RetryGame implements GameController {
  readonly store: StoreApi<RetryState> = createStore(() => CLOSED);
  readonly #notices = new Listeners<GameNotice>();

  listen(listener: (notice: GameNotice) => void): () => void {
    return this.#notices.add(listener);
  }

  choose(): void {
    this.store.setState({ ...CLOSED, isChoosing: true });
  }

  begin(game: Game, faults: readonly RetriedMove[]): void {
    this.#show(newRetry(game, faults));
  }

  move(from: Point, to: Point): void {
    const { retry } = this.store.getState();
    if (!retry || !isOpen(retry)) return;
    const refusal = refusalOf(retryPosition(retry), from, to);
    if (refusal) this.#notices.tell(refusal);
    else this.tell({ kind: 'tried', move: { from, to } });
  }

  tell(event: RetryEvent): void {
    const { retry } = this.store.getState();
    if (retry) this.#show(retried(retry, event));
  }

  close(isBack: boolean): void {
    this.store.setState({ ...CLOSED, isBack });
  }

  #show(retry: Retry | null): void {
    const { retry: before, version, game } = this.store.getState();
    if (!retry || retry === before) return;
    const movers = isOpen(retry) ? SIDES : [];
    const next = retryPosition(retry);
    // The position is worked out anew each time, and the board is drawn anew with another one.
    const shown = next.history === game.history ? game : next;
    this.store.setState({ ...CLOSED, version: version + 1, game: shown, movers, retry });
  }
}
