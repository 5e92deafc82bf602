import type { Point, RuleOptions, Side } from '@doushouqi/rules';
import { createStore, type StoreApi } from 'zustand/vanilla';
import { KEYS, type KeyStore } from '../../client/storage.ts';
import { type GameController, type GameNotice, type GameState, Listeners } from '../../game/controller.ts';
import { refusalOf } from '../../game/refusal.ts';
import {
  beginLocal,
  drawnLocal,
  isLocalOver,
  type LocalFacts,
  movedLocal,
  surrenderedLocal,
  undoneLocal,
  withLocalRules,
} from '../../shared/device-games/local-game-state.ts';
import { formatLocal, parseLocal } from '../../shared/device-games/saved-games.ts';

/** The game and all that is kept of it. */
interface LocalState extends GameState {
  readonly facts: LocalFacts;
}

interface LocalGameDeps {
  storage: KeyStore;
  /** Epoch ms. */
  now: () => number;
  /** Letters and digits, 24 of them at most. */
  randomId: () => string;
}

function shown(facts: LocalFacts): LocalState {
  return {
    facts,
    gameId: facts.id,
    game: facts.game,
    version: facts.version,
    status: isLocalOver(facts) ? 'over' : 'playing',
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
    const facts = this.#stored() ?? beginLocal(deps.randomId());
    this.store = createStore(() => shown(facts));
  }

  listen(listener: (notice: GameNotice) => void): () => void {
    return this.#notices.add(listener);
  }

  move(from: Point, to: Point): void {
    const refusal = refusalOf(this.#facts.game, from, to);
    if (refusal) return void this.#notices.tell(refusal);
    const moved = movedLocal(this.#facts, from, to, this.#deps.now());
    if (moved) this.#keep(moved);
  }

  /** Takes the last move back, where `by` may. */
  takeBack(by: Side): void {
    this.#keep(undoneLocal(this.#facts, by));
  }

  surrender(by: Side): void {
    this.#keep(surrenderedLocal(this.#facts, by));
  }

  agreeDraw(): void {
    this.#keep(drawnLocal(this.#facts));
  }

  /** Another game, from the initial board and by the chosen rules. */
  reset(): void {
    this.#keep(beginLocal(this.#deps.randomId(), this.#facts.rules));
  }

  setRules(change: Partial<RuleOptions>): void {
    this.#keep(withLocalRules(this.#facts, change));
  }

  /** Takes over what another window wrote; what is no game, or an earlier state of this one, changes nothing. */
  refresh(): void {
    const stored = this.#stored();
    // A full storage keeps what it had.
    const isOld = stored?.id === this.#facts.id && stored.version < this.#facts.version;
    if (stored && !isOld && formatLocal(stored) !== formatLocal(this.#facts))
      this.store.setState(shown(stored), true);
  }

  get #facts(): LocalFacts {
    return this.store.getState().facts;
  }

  #stored(): LocalFacts | null {
    return parseLocal(this.#deps.storage.getItem(KEYS.localGame));
  }

  #keep(facts: LocalFacts): void {
    if (facts === this.#facts) return;
    this.#deps.storage.setItem(KEYS.localGame, formatLocal(facts));
    this.store.setState(shown(facts), true);
  }
}
