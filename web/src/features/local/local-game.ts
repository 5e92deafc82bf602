import type { Point, RuleOptions, Side } from '@doushouqi/rules';
import { createStore, type StoreApi } from 'zustand/vanilla';
import { KEYS, type KeyStore } from '../../client/storage.ts';
import { type GameController, type GameNotice, type GameState, Listeners } from '../../game/controller.ts';
import { refusalOf } from '../../game/refusal.ts';
import {
  beginLocal,
  drawnLocal,
  isLocalOver,
  type LocalGameData,
  movedLocal,
  surrenderedLocal,
  undoneLocal,
  withLocalRules,
} from '../../shared/device-games/local-game-state.ts';
import { formatLocal, parseLocal } from '../../shared/device-games/saved-games.ts';

/** The game and all that is kept of it. */
interface LocalState extends GameState {
  readonly data: LocalGameData;
}

interface LocalGameDeps {
  storage: KeyStore;
  /** Epoch ms. */
  now: () => number;
  /** Letters and digits, 24 of them at most. */
  randomId: () => string;
}

function shown(data: LocalGameData): LocalState {
  return {
    data,
    gameId: data.id,
    game: data.game,
    version: data.version,
    status: isLocalOver(data) ? 'over' : 'playing',
    own: null,
    movers: ['red', 'blue'],
    clock: null,
    premove: null,
  };
}

/**
 * The game of two people at one screen, outside React. The browser's storage is the truth: every change is written
 * there, and a window takes over what another one wrote (`refresh`), so that all of them show the same game.
 */
export class LocalGame implements GameController {
  readonly store: StoreApi<LocalState>;
  readonly #deps: LocalGameDeps;
  readonly #notices = new Listeners<GameNotice>();

  constructor(deps: LocalGameDeps) {
    this.#deps = deps;
    const data = this.#stored() ?? beginLocal(deps.randomId());
    this.store = createStore(() => shown(data));
  }

  listen(listener: (notice: GameNotice) => void): () => void {
    return this.#notices.add(listener);
  }

  move(from: Point, to: Point): void {
    const refusal = refusalOf(this.#data.game, from, to);
    if (refusal) return void this.#notices.tell(refusal);
    const moved = movedLocal(this.#data, from, to, this.#deps.now());
    if (moved) this.#keep(moved);
  }

  /** Takes the last move back, where `by` may. */
  takeBack(by: Side): void {
    this.#keep(undoneLocal(this.#data, by));
  }

  surrender(by: Side): void {
    this.#keep(surrenderedLocal(this.#data, by));
  }

  agreeDraw(): void {
    this.#keep(drawnLocal(this.#data));
  }

  /** Another game, from the initial board and by the chosen rules. */
  reset(): void {
    this.#keep(beginLocal(this.#deps.randomId(), this.#data.rules));
  }

  setRules(change: Partial<RuleOptions>): void {
    this.#keep(withLocalRules(this.#data, change));
  }

  /** Takes over what another window wrote; what is no game, or an earlier state of this one, changes nothing. */
  refresh(): void {
    const stored = this.#stored();
    // A full storage keeps what it had.
    const isOld = stored?.id === this.#data.id && stored.version < this.#data.version;
    if (stored && !isOld && formatLocal(stored) !== formatLocal(this.#data))
      this.store.setState(shown(stored), true);
  }

  get #data(): LocalGameData {
    return this.store.getState().data;
  }

  #stored(): LocalGameData | null {
    return parseLocal(this.#deps.storage.getItem(KEYS.localGame));
  }

  #keep(data: LocalGameData): void {
    if (data === this.#data) return;
    this.#deps.storage.setItem(KEYS.localGame, formatLocal(data));
    this.store.setState(shown(data), true);
  }
}
