import type { Point, Side } from '@doushouqi/rules';
import { createStore, type StoreApi } from 'zustand/vanilla';
import { KEYS, type KeyStore } from '../../client/storage.ts';
import { type GameController, type GameNotice, type GameState, Listeners } from '../../game/controller.ts';
import { refusalOf } from '../../game/refusal.ts';
import { awaitFlag, shownClock, type Timing } from '../../shared/device-games/device-clock.ts';
import {
  beginLocal,
  drawnLocal,
  isLocalOver,
  type LocalGameData,
  type LocalSetting,
  movedLocal,
  resumedLocal,
  surrenderedLocal,
  undoneLocal,
  withSetting,
} from '../../shared/device-games/local-game-state.ts';
import { formatLocal, parseLocal } from '../../shared/device-games/saved-games.ts';

/** The state of the game with its stored data. */
interface LocalState extends GameState {
  readonly data: LocalGameData;
}

interface LocalGameDeps extends Timing {
  storage: KeyStore;
  /** At most 24 letters and digits. */
  randomId: () => string;
}

function shown(data: LocalGameData, now: () => number): LocalState {
  return {
    data,
    gameId: data.id,
    game: data.game,
    version: data.version,
    status: isLocalOver(data) ? 'over' : 'playing',
    own: null,
    movers: ['red', 'blue'],
    clock: shownClock(data, now),
    premove: null,
  };
}

/**
 * A game of two users on one device, outside React. Local storage is the source: every change is written there, and a
 * window loads the changes of other windows (`refresh`), so that all of them show the same game.
 */
export class LocalGame implements GameController {
  readonly store: StoreApi<LocalState>;
  readonly #deps: LocalGameDeps;
  readonly #notices = new Listeners<GameNotice>();
  #running = false;
  #cancelFlag: () => void = () => {};

  constructor(deps: LocalGameDeps) {
    this.#deps = deps;
    const stored = this.#stored();
    const data = stored ? resumedLocal(stored, deps.now()) : beginLocal(deps.randomId());
    this.store = createStore(() => shown(data, deps.now));
  }

  /** Runs the clock; returns a function that stops this. */
  start(): () => void {
    this.#running = true;
    // Other windows show the resumed clock as well.
    if (this.#data.clock?.lastMoveTime) this.#deps.storage.setItem(KEYS.localGame, formatLocal(this.#data));
    this.#show(this.#data);
    return () => {
      this.#running = false;
      this.#cancelFlag();
    };
  }

  listen(listener: (notice: GameNotice) => void): () => void {
    return this.#notices.add(listener);
  }

  move(from: Point, to: Point): void {
    const refusal = refusalOf(this.#data.game, from, to);
    if (refusal) return void this.#notices.notify(refusal);
    const moved = movedLocal(this.#data, from, to, this.#deps.now());
    if (moved) this.#save(moved);
  }

  /** Undoes the last move if `by` may. */
  takeBack(by: Side): void {
    this.#save(undoneLocal(this.#data, by, this.#deps.now()));
  }

  surrender(by: Side): void {
    this.#save(surrenderedLocal(this.#data, by, this.#deps.now()));
  }

  agreeDraw(): void {
    this.#save(drawnLocal(this.#data, this.#deps.now()));
  }

  /** Starts another game from the initial board with the chosen rules and clocks. */
  reset(): void {
    this.#save(beginLocal(this.#deps.randomId(), this.#data));
  }

  set(change: Partial<LocalSetting>): void {
    this.#save(withSetting(this.#data, change));
  }

  /** Loads a change of another window. Invalid data, or an earlier state of this game, changes nothing. */
  refresh(): void {
    const stored = this.#stored();
    // A full storage still contains the earlier state.
    const isOld = stored?.id === this.#data.id && stored.version < this.#data.version;
    if (stored && !isOld && formatLocal(stored) !== formatLocal(this.#data)) this.#show(stored);
  }

  get #data(): LocalGameData {
    return this.store.getState().data;
  }

  #stored(): LocalGameData | null {
    return parseLocal(this.#deps.storage.getItem(KEYS.localGame));
  }

  #save(data: LocalGameData): void {
    if (data === this.#data) return;
    this.#deps.storage.setItem(KEYS.localGame, formatLocal(data));
    this.#show(data);
  }

  #show(data: LocalGameData): void {
    if (data !== this.#data) this.store.setState(shown(data, this.#deps.now), true);
    this.#cancelFlag();
    if (this.#running) this.#cancelFlag = awaitFlag(this.#deps, data, (over) => this.#save(over));
  }
}
