import { ApiError, type PuzzleMoveReply, type PuzzleView, type RushState } from '@doushouqi/protocol';
import {
  formatStepText,
  type Game,
  lastMove,
  type Move,
  newGame,
  type Point,
  parseStepText,
  plyCount,
  positionOf,
  turn,
} from '@doushouqi/rules';
import { createStore, type StoreApi } from 'zustand/vanilla';
import { type GameController, type GameNotice, type GameState, Listeners } from '../../game/controller.ts';
import { refusalOf } from '../../game/refusal.ts';
import type { Timing } from '../../shared/device-games/device-clock.ts';
import { after, startOf } from './line.ts';
import { isRefused } from './puzzle-state.ts';

/** Pauses before the reply, and before the next puzzle after a right and a wrong one, ms. */
const REPLY_MS = 320;
const RIGHT_MS = 420;
const WRONG_MS = 700;
/** After this time the server is asked again whether the rush is over, ms. */
const RECHECK_MS = 1_000;

type Task = { attemptId: string; puzzle: Pick<PuzzleView, 'fen' | 'last'> };
type Running = { rush: RushState; task: Task | null };

/**
 * `idle`: before the start. `starting`: the first puzzle is on its way. `asking`, `sending`, `lost`: as for a single puzzle.
 * `between`: a reply or the next puzzle is due. `over`: the result is shown.
 */
type Stage = 'idle' | 'starting' | 'asking' | 'sending' | 'lost' | 'between' | 'over';

export interface RushGameState extends GameState {
  readonly stage: Stage;
  readonly rush: RushState | null;
  /** What came of the last puzzle, until the next one is shown. */
  readonly verdict: 'right' | 'wrong' | null;
}

export interface RushDeps extends Timing {
  readonly calls: {
    start(): Promise<Running>;
    get(rushId: string): Promise<Running>;
    play(attemptId: string, move: string, at: number): Promise<PuzzleMoveReply>;
  };
  /** Stores the id for a reload; null after the end. */
  save(rushId: string | null): void;
  onOver(): void;
  readonly texts: { readonly failed: string };
}

const EMPTY = newGame();

/** A rush: puzzle after puzzle, until the time or the third mistake ends it. The server counts. */
export class RushGame implements GameController {
  readonly store: StoreApi<RushGameState>;
  readonly #deps: RushDeps;
  readonly #notices = new Listeners<GameNotice>();
  #task: Task | null = null;
  #start: Game = EMPTY;
  #base: Game = EMPTY;
  #cancel: () => void = () => {};

  constructor(deps: RushDeps) {
    this.#deps = deps;
    this.store = createStore(() => ({
      gameId: null,
      game: EMPTY,
      version: 0,
      status: 'waiting',
      own: null,
      movers: [],
      clock: null,
      premove: null,
      stage: 'idle',
      rush: null,
      verdict: null,
    }));
  }

  listen(listener: (notice: GameNotice) => void): () => void {
    return this.#notices.add(listener);
  }

  stop(): void {
    this.#cancel();
  }

  /** Starts a rush. */
  async begin(): Promise<void> {
    const { stage } = this.store.getState();
    if (stage !== 'idle' && stage !== 'over') return;
    this.store.setState({ stage: 'starting', rush: null });
    try {
      this.#open(await this.#deps.calls.start());
    } catch {
      this.store.setState({ stage: 'idle' });
      this.#notices.notify({ kind: 'refused', message: this.#deps.texts.failed, from: null });
    }
  }

  /** Continues a rush of this window after a reload. */
  async resume(rushId: string): Promise<void> {
    this.store.setState({ stage: 'starting' });
    await this.#look(rushId);
  }

  /** The clock shows 0: the server knows whether the rush is over. */
  expire(): void {
    const { rush, stage } = this.store.getState();
    if (rush && stage !== 'over') void this.#look(rush.rushId);
  }

  move(from: Point, to: Point): void {
    if (this.store.getState().stage !== 'asking') return;
    const refusal = refusalOf(this.#base, from, to);
    if (refusal) {
      this.#notices.notify(refusal);
      return;
    }
    this.#show(after(this.#base, { from, to }), 'sending');
    void this.#send({ from, to });
  }

  /** Sends the move again whose answer was lost; without one the state is requested again. */
  resend(): void {
    const { stage, game, rush } = this.store.getState();
    const move = lastMove(game);
    if (stage !== 'lost') return;
    if (move && plyCount(game) > plyCount(this.#base)) {
      this.#show(game, 'sending');
      void this.#send(move);
    } else if (rush) void this.#look(rush.rushId);
  }

  async #send(move: Move): Promise<void> {
    if (!this.#task) return;
    const at = (plyCount(this.#base) - plyCount(this.#start)) / 2;
    try {
      const reply = await this.#deps.calls.play(this.#task.attemptId, formatStepText(move), at);
      if (this.store.getState().stage === 'sending') this.#take(reply);
    } catch (error) {
      const { rush, game } = this.store.getState();
      // The rush has expired, or another window has moved it on.
      if (isRefused(error) && rush) await this.#look(rush.rushId);
      else this.#show(game, 'lost');
    }
  }

  #take({ correct, done, reply, rush, next }: PuzzleMoveReply): void {
    const { game } = this.store.getState();
    if (rush) this.store.setState({ rush });
    if (!correct) this.#notices.notify({ kind: 'refused', message: null, from: null });
    if (correct && !done) {
      this.#base = reply === undefined ? game : after(game, parseStepText(reply));
      this.#show(game, 'between');
      this.#later(() => this.#show(this.#base, 'asking'), REPLY_MS);
      return;
    }
    this.#show(game, 'between');
    this.store.setState({ verdict: correct ? 'right' : 'wrong' });
    this.#later(
      () => {
        if (rush?.isOver) this.#end(rush);
        else if (next) this.#open({ rush: rush!, task: next });
        else this.#show(this.#base, 'asking');
      },
      correct ? RIGHT_MS : WRONG_MS,
    );
  }

  async #look(rushId: string): Promise<void> {
    try {
      const { rush, task } = await this.#deps.calls.get(rushId);
      if (rush.isOver || !task) this.#end(rush);
      else if (task.attemptId !== this.#task?.attemptId) this.#open({ rush, task });
      else {
        // The clock of this device is ahead.
        this.store.setState({ rush });
        if (this.store.getState().stage === 'sending') this.#show(this.#base, 'asking');
        this.#later(() => this.expire(), RECHECK_MS);
      }
    } catch (error) {
      if (error instanceof ApiError && error.status === 404) {
        this.#deps.save(null);
        this.store.setState({ stage: 'idle', status: 'waiting' });
      } else this.store.setState({ stage: 'lost' });
    }
  }

  #open({ rush, task }: Running): void {
    this.#task = task;
    if (!task) {
      this.#end(rush);
      return;
    }
    this.#start = startOf(task.puzzle);
    this.#base = this.#start;
    this.#deps.save(rush.rushId);
    this.store.setState({ rush, verdict: null });
    this.#show(this.#start, 'asking');
  }

  #end(rush: RushState): void {
    this.#cancel();
    this.#task = null;
    this.#deps.save(null);
    this.store.setState({ stage: 'over', status: 'waiting', movers: [], rush, verdict: null });
    this.#deps.onOver();
  }

  #later(run: () => void, ms: number): void {
    this.#cancel();
    this.#cancel = this.#deps.wait(run, ms);
  }

  #show(game: Game, stage: Stage): void {
    const { version } = this.store.getState();
    const own = turn(positionOf(this.#start));
    this.store.setState({
      gameId: this.#task?.attemptId ?? null,
      game,
      version: version + 1,
      status: 'playing',
      own,
      movers: stage === 'asking' ? [own] : [],
      stage,
    });
  }
}
