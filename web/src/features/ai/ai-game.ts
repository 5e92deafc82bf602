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
  flaggedAi,
  flagTime,
  hintRefusal,
  isAiOver,
  isComputersTurn,
  movedAi,
  resumedAi,
  seedOf,
  surrenderedAi,
  turnOf,
  undoneAi,
} from '../../shared/device-games/ai-game-state.ts';
import { formatAi, loadAiGame } from '../../shared/device-games/saved-games.ts';
import { thinkingTime } from './pace.ts';

/** What a hint looks at: about what level 4 does. */
const HINT_NODES = 60_000;

/**
 * What the computer does. `loading`: the engine loads. `took`: time of its last move in ms, null before it. `info`: the
 * deepest search of this move that is finished, null before it.
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
}

interface AiGameDeps {
  storage: KeyStore;
  /** Epoch ms. */
  now: () => number;
  /** Letters and digits, 24 of them at most. */
  randomId: () => string;
  /** In [0, 1). */
  random: () => number;
  engine: () => Promise<Engine>;
  /** Receives each game of this window that ended. */
  onOver?: (data: AiGameData) => void;
  /** Runs something later; returns the way to prevent it. */
  wait: (run: () => void, ms: number) => () => void;
}

const IDLE: Thinking = { phase: 'idle', took: null };

function troubleOf(error: unknown): EngineErrorCode {
  return error instanceof EngineError ? error.code : 'CRASHED';
}

/**
 * A game against the computer, outside React. As with the game of two people the browser's storage is the truth, which
 * all windows share; what chance the computer has follows from the game, so that two windows find the same move.
 */
export class AiGame implements GameController {
  readonly store: StoreApi<AiState>;
  readonly #deps: AiGameDeps;
  readonly #notices = new Listeners<GameNotice>();
  /** Counts what the engine was asked: an answer to anything but the last question is for nobody. */
  #asked = 0;
  #running = false;
  /** The engine has answered something. */
  #loaded = false;
  #forgetFlag: () => void = () => {};
  #forgetPause: () => void = () => {};
  #endPause: () => void = () => {};

  /** @param facts the game that is kept, as `loadAiGame` found it */
  constructor(deps: AiGameDeps, data: AiGameData) {
    this.#deps = deps;
    this.store = createStore(() => this.#shown(resumedAi(data, deps.now()), IDLE));
  }

  /** Lets the computer play; returns the way to stop. */
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
    if (refusal) return void this.#notices.tell(refusal);
    const moved = movedAi(this.#data, from, to, this.#deps.now());
    if (moved) this.#keep(moved);
  }

  takeBack(): void {
    this.#keep(undoneAi(this.#data, this.#deps.now()));
  }

  surrender(): void {
    this.#keep(surrenderedAi(this.#data, this.#deps.now()));
  }

  /** Another game with the same setting. */
  reset(): void {
    this.#keep(beginAi(this.#deps.randomId(), this.#data.setting));
  }

  /** Asks the computer again, after it failed. */
  retry(): void {
    this.#goOn();
  }

  /** Ends the computer's thinking: it plays the best move found so far. */
  moveNow(): void {
    if (this.store.getState().thinking.phase !== 'thinking') return;
    this.#endPause();
    void this.#deps.engine().then((engine) => engine.stop());
  }

  /** Shows what the engine would play; only what it finds counts as one of the hints. */
  async hint(): Promise<void> {
    if (hintRefusal(this.#data)) return;
    const asked = ++this.#asked;
    const { thinking } = this.store.getState();
    this.store.setState({ hint: { phase: 'asked' }, thinking: thinking.phase === 'idle' ? thinking : IDLE });
    try {
      const engine = await this.#deps.engine();
      const { lines } = await engine.analyze(this.#data.local.game, { nodes: HINT_NODES });
      if (asked !== this.#asked) return;
      const data = { ...this.#data, hintsUsed: this.#data.hintsUsed + 1 };
      this.#deps.storage.setItem(KEYS.aiGame, formatAi(data));
      this.store.setState({ data, hint: { phase: 'given', line: lines[0]! } });
    } catch {
      if (asked === this.#asked) this.store.setState({ hint: { phase: 'failed' } });
    }
  }

  closeHint(): void {
    if (this.store.getState().hint?.phase === 'asked') this.#asked += 1;
    this.store.setState({ hint: null });
  }

  /** Takes over what another window wrote; what is no game, or an earlier state of this one, changes nothing. */
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
    const { local, setting, clock } = data;
    return {
      data,
      thinking,
      hint: null,
      gameId: local.id,
      game: local.game,
      version: local.version,
      status: isAiOver(data) ? 'over' : 'playing',
      own: setting.own,
      movers: [setting.own],
      clock: clock &&
        setting.control && { ...clock, control: setting.control, turn: turnOf(data), now: this.#deps.now },
      premove: null,
    };
  }

  #keep(data: AiGameData, took: number | null = null): void {
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

  /** What was asked and what was to come is for nobody now. */
  #drop(): void {
    this.#asked += 1;
    this.#forgetFlag();
    this.#forgetPause();
  }

  #goOn(): void {
    const flag = flagTime(this.#data);
    if (flag !== null) {
      this.#forgetFlag();
      this.#forgetFlag = this.#deps.wait(() => this.#flag(), Math.max(0, flag - this.#deps.now()));
    }
    if (isComputersTurn(this.#data)) void this.#think();
    else if (!this.#loaded && !isAiOver(this.#data)) void this.#load();
  }

  #flag(): void {
    const over = flaggedAi(this.#data, this.#deps.now());
    if (over === this.#data) this.#goOn();
    else this.#keep(over);
  }

  /** Resolves after the time that the level takes over this move, or at `moveNow`. */
  #pause(): Promise<void> {
    const { setting, local, clock } = this.#data;
    const { random, wait, now } = this.#deps;
    const mover = turnOf(this.#data);
    const timeLeft = clock && remaining(clock, mover, mover, now());
    const ms = thinkingTime(setting.level, plyCount(local.game), timeLeft, random);
    return new Promise((resolve) => {
      this.#forgetPause = wait(resolve, ms);
      this.#endPause = resolve;
    });
  }

  /** Sees to it that the engine is there when it is needed. */
  async #load(): Promise<void> {
    const asked = ++this.#asked;
    this.store.setState({ thinking: { phase: 'loading' } });
    try {
      const engine = await this.#deps.engine();
      await engine.analyze(this.#data.local.game, { depth: 1 });
      this.#loaded = true;
      if (asked === this.#asked) this.store.setState({ thinking: IDLE });
    } catch (error) {
      if (asked === this.#asked) this.#fail(error);
    }
  }

  #fail(error: unknown): void {
    logFailure('The engine failed', error);
    this.store.setState({ thinking: { phase: 'failed', trouble: troubleOf(error) } });
  }

  async #think(): Promise<void> {
    const asked = ++this.#asked;
    const isMeant = (): boolean => asked === this.#asked;
    const { local, setting } = this.#data;
    const began = this.#deps.now();
    const hear = (info: SearchInfo | null): void => {
      if (isMeant()) this.store.setState({ thinking: { phase: 'thinking', info } });
    };
    if (this.#loaded) hear(null);
    else this.store.setState({ thinking: { phase: 'loading' } });
    const pause = this.#pause();
    try {
      const engine = await this.#deps.engine();
      if (!isMeant()) return;
      const found = await engine.choose(local.game, setting.level, seedOf(this.#data), hear);
      this.#loaded = true;
      hear(found);
      await pause;
      const took = this.#deps.now() - began;
      const { from, to } = found.lines[0]!.move;
      const moved = isMeant() && movedAi(this.#data, from, to, this.#deps.now());
      if (moved) this.#keep(moved, took);
    } catch (error) {
      if (isMeant()) this.#fail(error);
    }
  }
}
