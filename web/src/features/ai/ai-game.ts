import {
  type Engine,
  EngineError,
  type EngineErrorCode,
  type EngineLine,
  type SearchInfo,
} from '@doushouqi/engine';
import { remaining } from '@doushouqi/room';
import { type Point, plyCount } from '@doushouqi/rules';
import { createStore, type StoreApi } from 'zustand/vanilla';
import { logFailure } from '../../client/log.ts';
import { KEYS, type KeyStore } from '../../client/storage.ts';
import { type GameController, type GameNotice, type GameState, Listeners } from '../../game/controller.ts';
import { refusalOf } from '../../game/refusal.ts';
import {
  type AiGameData,
  beginAi,
  drawOfferedAi,
  drawRefusal,
  hintRefusal,
  isAiOver,
  isComputersTurn,
  movedAi,
  seedOf,
  surrenderedAi,
  undoneAi,
} from '../../shared/device-games/ai-game-state.ts';
import { awaitFlag, shownClock, type Timing } from '../../shared/device-games/device-clock.ts';
import { localTurn, resumedLocal } from '../../shared/device-games/local-game-state.ts';
import { formatAi, loadAiGame } from '../../shared/device-games/saved-games.ts';
import { agreesToDraw } from './draw-answer.ts';
import { thinkingTime } from './pace.ts';

/** Nodes that a hint searches: about as many as level 4. */
const HINT_NODES = 60_000;

/**
 * The state of the computer. `loading`: the engine loads. `took`: time of its last move in ms, null before it.
 * `info`: the deepest finished search of this move, null before it.
 */
type Thinking =
  | { readonly phase: 'idle'; readonly took: number | null }
  | { readonly phase: 'loading' }
  | { readonly phase: 'thinking'; readonly info: SearchInfo | null }
  | { readonly phase: 'failed'; readonly trouble: EngineErrorCode };

type Hint = { readonly phase: 'asked' | 'failed' } | { readonly phase: 'given'; readonly line: EngineLine };

export interface AiState extends GameState {
  readonly data: AiGameData;
  readonly thinking: Thinking;
  /** For the shown position. */
  readonly hint: Hint | null;
  /** The computer considers the user's draw offer. */
  readonly isOfferingDraw: boolean;
}

interface AiGameDeps extends Timing {
  storage: KeyStore;
  /** At most 24 letters and digits. */
  randomId: () => string;
  /** In [0, 1). */
  random: () => number;
  engine: Engine;
  /** Receives each game that ended in this window. */
  onOver?: (data: AiGameData) => void;
}

const IDLE: Thinking = { phase: 'idle', took: null };

function troubleOf(error: unknown): EngineErrorCode {
  return error instanceof EngineError ? error.code : 'CRASHED';
}

/**
 * A game against the computer, outside React. Local storage is the source, which all windows share. The random
 * choices of the computer depend on the game only, so that two windows find the same move.
 */
export class AiGame implements GameController {
  readonly store: StoreApi<AiState>;
  readonly #deps: AiGameDeps;
  readonly #notices = new Listeners<GameNotice>();
  /** Number of requests to the engine: only the answer to the last one is used. */
  #requests = 0;
  #running = false;
  /** The engine has answered something. */
  #loaded = false;
  #cancelFlag: () => void = () => {};
  #cancelPause: () => void = () => {};
  #endPause: () => void = () => {};

  /** @param data the stored game, as `loadAiGame` returns it */
  constructor(deps: AiGameDeps, data: AiGameData) {
    this.#deps = deps;
    const local = resumedLocal(data.local, deps.now());
    this.store = createStore(() => this.#shown({ ...data, local }, IDLE));
  }

  /** Starts the computer; returns a function that stops it. */
  start(): () => void {
    this.#running = true;
    this.#goOn();
    return () => {
      this.#running = false;
      this.#drop();
    };
  }

  listen(listener: (notice: GameNotice) => void): () => void {
    return this.#notices.add(listener);
  }

  move(from: Point, to: Point): void {
    if (isComputersTurn(this.#data)) return;
    const refusal = refusalOf(this.#data.local.game, from, to);
    if (refusal) return void this.#notices.notify(refusal);
    const moved = movedAi(this.#data, from, to, this.#deps.now());
    if (moved) this.#save(moved);
  }

  takeBack(): void {
    this.#save(undoneAi(this.#data, this.#deps.now()));
  }

  surrender(): void {
    this.#save(surrenderedAi(this.#data, this.#deps.now()));
  }

  /** Starts another game with the same settings, from the same position; against another level if given. */
  reset(level = this.#data.setting.level): void {
    const setting = { ...this.#data.setting, level };
    this.#save(beginAi(this.#deps.randomId(), setting, this.#data.local.game.start));
  }

  /** Asks the computer again after a failure. */
  retry(): void {
    this.#goOn();
  }

  /** Ends the search: the computer plays the best move found so far. */
  moveNow(): void {
    if (this.store.getState().thinking.phase !== 'thinking') return;
    this.#endPause();
    this.#deps.engine.stop();
  }

  /** Shows the engine's move. Only a computed move counts as a used hint. */
  async hint(): Promise<void> {
    if (hintRefusal(this.#data)) return;
    const asked = ++this.#requests;
    const { thinking } = this.store.getState();
    this.store.setState({ hint: { phase: 'asked' }, thinking: thinking.phase === 'idle' ? thinking : IDLE });
    try {
      const { lines } = await this.#deps.engine.analyze(this.#data.local.game, { nodes: HINT_NODES });
      if (asked !== this.#requests) return;
      const data = { ...this.#data, hintsUsed: this.#data.hintsUsed + 1 };
      this.#deps.storage.setItem(KEYS.aiGame, formatAi(data));
      this.store.setState({ data, hint: { phase: 'given', line: lines[0]! } });
    } catch {
      if (asked === this.#requests) this.store.setState({ hint: { phase: 'failed' } });
    }
  }

  /** Offers a draw. Resolves to the answer after a human's time; null if the engine failed or the game went on. */
  async offerDraw(): Promise<boolean | null> {
    if (drawRefusal(this.#data)) return null;
    const asked = ++this.#requests;
    const { thinking } = this.store.getState();
    const isIdle = thinking.phase === 'idle';
    this.store.setState({ hint: null, isOfferingDraw: true, thinking: isIdle ? thinking : IDLE });
    const pause = this.#pause();
    try {
      const { lines } = await this.#deps.engine.analyze(this.#data.local.game, { nodes: HINT_NODES });
      await pause;
      if (asked !== this.#requests) return null;
      const isAccepted = agreesToDraw(lines[0]!.score, plyCount(this.#data.local.game));
      this.#save(drawOfferedAi(this.#data, isAccepted, this.#deps.now()));
      return isAccepted;
    } catch {
      if (asked === this.#requests) this.store.setState({ isOfferingDraw: false });
      return null;
    }
  }

  closeHint(): void {
    if (this.store.getState().hint?.phase === 'asked') this.#requests += 1;
    this.store.setState({ hint: null });
  }

  /** Loads a change of another window. Invalid data, or an earlier state of this game, changes nothing. */
  refresh(): void {
    const stored = loadAiGame(this.#deps.storage);
    const { local } = this.#data;
    if (!stored || (stored.local.id === local.id && stored.local.version <= local.version)) return;
    this.#show(stored);
  }

  get #data(): AiGameData {
    return this.store.getState().data;
  }

  #shown(data: AiGameData, thinking: Thinking): AiState {
    const { local, setting } = data;
    return {
      data,
      thinking,
      hint: null,
      isOfferingDraw: false,
      gameId: local.id,
      game: local.game,
      version: local.version,
      status: isAiOver(data) ? 'over' : 'playing',
      own: setting.own,
      movers: [setting.own],
      clock: shownClock(local, this.#deps.now),
      premove: null,
    };
  }

  #save(data: AiGameData, took: number | null = null): void {
    if (data === this.#data) return;
    this.#deps.storage.setItem(KEYS.aiGame, formatAi(data));
    if (isAiOver(data)) this.#deps.onOver?.(data);
    this.#show(data, took);
  }

  #show(data: AiGameData, took: number | null = null): void {
    this.#drop();
    this.store.setState(this.#shown(data, { phase: 'idle', took }), true);
    if (this.#running) this.#goOn();
  }

  /** Cancels pending requests and timers. */
  #drop(): void {
    this.#requests += 1;
    this.#cancelFlag();
    this.#cancelPause();
  }

  #goOn(): void {
    this.#cancelFlag();
    this.#cancelFlag = awaitFlag(this.#deps, this.#data.local, (local) =>
      this.#save({ ...this.#data, local }),
    );
    if (isComputersTurn(this.#data)) void this.#think();
    else if (!this.#loaded && !isAiOver(this.#data)) void this.#load();
  }

  /** Resolves after the level's thinking time for this move, or on `moveNow`. */
  #pause(): Promise<void> {
    const { setting, local } = this.#data;
    const { random, wait, now } = this.#deps;
    const mover = localTurn(local);
    const timeLeft = local.clock && remaining(local.clock, mover, mover, now());
    const ms = thinkingTime(setting.level, plyCount(local.game), timeLeft, random);
    return new Promise((resolve) => {
      this.#cancelPause = wait(resolve, ms);
      this.#endPause = resolve;
    });
  }

  /** Loads the engine before it is needed. */
  async #load(): Promise<void> {
    const asked = ++this.#requests;
    this.store.setState({ thinking: { phase: 'loading' } });
    try {
      await this.#deps.engine.analyze(this.#data.local.game, { depth: 1 });
      this.#loaded = true;
      if (asked === this.#requests) this.store.setState({ thinking: IDLE });
    } catch (error) {
      if (asked === this.#requests) this.#fail(error);
    }
  }

  #fail(error: unknown): void {
    logFailure('The engine failed', error);
    this.store.setState({ thinking: { phase: 'failed', trouble: troubleOf(error) } });
  }

  async #think(): Promise<void> {
    const asked = ++this.#requests;
    const isMeant = (): boolean => asked === this.#requests;
    const { local, setting } = this.#data;
    const began = this.#deps.now();
    const onInfo = (info: SearchInfo | null): void => {
      if (isMeant()) this.store.setState({ thinking: { phase: 'thinking', info } });
    };
    if (this.#loaded) onInfo(null);
    else this.store.setState({ thinking: { phase: 'loading' } });
    const pause = this.#pause();
    try {
      const found = await this.#deps.engine.choose(local.game, setting.level, seedOf(this.#data), onInfo);
      this.#loaded = true;
      onInfo(found);
      await pause;
      const took = this.#deps.now() - began;
      const { from, to } = found.lines[0]!.move;
      const moved = isMeant() && movedAi(this.#data, from, to, this.#deps.now());
      if (moved) this.#save(moved, took);
    } catch (error) {
      if (isMeant()) this.#fail(error);
    }
  }
}
