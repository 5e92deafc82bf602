import {
  type Attempt,
  beginAttempt,
  bestChoice,
  earnedStars,
  isOwnTurn,
  isReached,
  type Level,
  movesOf,
  ownMoves,
  readSolution,
  type Solution,
  type Stars,
  starsInReach,
  takeBack,
  tryMove,
  withMove,
} from '@doushouqi/endgames';
import { type Move, type Point, plyCount } from '@doushouqi/rules';
import { createStore, type StoreApi } from 'zustand/vanilla';
import { type GameController, type GameNotice, type GameState, Listeners } from '../../game/controller.ts';
import { refusalOf } from '../../game/refusal.ts';
import type { Timing } from '../../shared/device-games/device-clock.ts';

/** Pause before the defender's reply, in ms: longer than a move's animation. */
const REPLY_MS = 520;

/** The result of the last move: it keeps the goal, or it was taken back. */
type Verdict = 'good' | 'lost' | 'long';

export interface EndgameState extends GameState {
  readonly attempt: Attempt;
  /** Null before the first move of an attempt. */
  readonly verdict: Verdict | null;
  /** The words of the hint are shown. */
  readonly hasWords: boolean;
  /** The move of the second hint, in this position. */
  readonly arrow: Move | null;
  /** Own moves that the shortest way still needs. */
  readonly left: number;
  /** Stars still in reach. */
  readonly inReach: Stars;
  /** Null until the goal is reached. */
  readonly earned: Stars | null;
  /** Time of the attempt in ms, null before its end. */
  readonly took: number | null;
}

/** What a step shows besides the attempt. */
type Shown = Pick<EndgameState, 'verdict' | 'hasWords' | 'arrow'>;
const NOTHING: Shown = { verdict: null, hasWords: false, arrow: null };

interface EndgameDeps extends Timing {
  /** Receives the stars of each attempt that reached its goal. */
  onSolved: (attempt: Attempt, stars: Stars) => void;
}

/** One level at the table: the player against the stored replies. Only good moves stay on the board. */
export class EndgameGame implements GameController {
  readonly store: StoreApi<EndgameState>;
  readonly #deps: EndgameDeps;
  readonly #level: Level;
  readonly #solution: Solution;
  readonly #notices = new Listeners<GameNotice>();
  #attempts = 1;
  #began: number;
  /** The defender's move that has not been made yet. */
  #reply: Move | null = null;
  #cancelReply: () => void = () => {};
  #leftAfterMove = 0;

  constructor(deps: EndgameDeps, level: Level) {
    this.#deps = deps;
    this.#level = level;
    this.#solution = readSolution(level);
    this.#began = deps.now();
    this.store = createStore(() => this.#stateOf(beginAttempt(level), 0, NOTHING));
  }

  listen(listener: (notice: GameNotice) => void): () => void {
    return this.#notices.add(listener);
  }

  /** Makes a pending reply; returns a function that stops it. */
  start(): () => void {
    this.#awaitReply();
    return () => this.#cancelReply();
  }

  move(from: Point, to: Point): void {
    const { attempt } = this.store.getState();
    if (!isOwnTurn(attempt)) return;
    const refusal = refusalOf(attempt.game, from, to);
    if (refusal) this.#notices.notify(refusal);
    else this.#try(attempt, { from, to });
  }

  /** Shows the next hint: first the words, then the arrow. */
  hint(): void {
    const { attempt, hasWords, arrow } = this.store.getState();
    if (!isOwnTurn(attempt) || arrow) return;
    const best = hasWords ? bestChoice(this.#solution, attempt.game) : null;
    const next = { ...attempt, hints: attempt.hints + 1 };
    this.#show(next, { hasWords: true, arrow: best?.move ?? null });
  }

  /** Makes the best move for the player. The attempt earns no stars. */
  answer(): void {
    const { attempt } = this.store.getState();
    const best = isOwnTurn(attempt) ? bestChoice(this.#solution, attempt.game) : null;
    if (best) this.#try({ ...attempt, isAnswered: true }, best.move);
  }

  /** Takes back the last own move and the reply. */
  takeBack(): void {
    const { attempt } = this.store.getState();
    if (plyCount(attempt.game) === 0) return;
    this.#setReply(null);
    this.#show(takeBack(attempt), { verdict: null, arrow: null });
  }

  /** Begins the level again with all stars in reach. */
  restart(): void {
    this.#setReply(null);
    this.#attempts += 1;
    this.#began = this.#deps.now();
    this.#show(beginAttempt(this.#level), NOTHING);
  }

  #try(before: Attempt, move: Move): void {
    const tried = tryMove(before, this.#solution, move);
    if (tried.kind === 'refused') return;
    if (tried.kind !== 'good') {
      this.#show(tried.attempt, { verdict: tried.kind });
      this.#notices.notify({ kind: 'refused', message: null, from: move.from });
      return;
    }
    this.#leftAfterMove = tried.left ?? 0;
    this.#show(tried.attempt, { verdict: 'good', arrow: null });
    const stars = earnedStars(tried.attempt);
    if (stars) this.#deps.onSolved(tried.attempt, stars);
    this.#setReply(tried.reply);
  }

  #setReply(reply: Move | null): void {
    this.#reply = reply;
    this.#awaitReply();
  }

  #awaitReply(): void {
    this.#cancelReply();
    const reply = this.#reply;
    if (reply === null) return;
    this.#cancelReply = this.#deps.wait(() => {
      this.#reply = null;
      this.#show(withMove(this.store.getState().attempt, reply), {});
    }, REPLY_MS);
  }

  #show(attempt: Attempt, change: Partial<Shown>): void {
    const { version, verdict, hasWords, arrow } = this.store.getState();
    this.store.setState(this.#stateOf(attempt, version + 1, { verdict, hasWords, arrow, ...change }), true);
  }

  #stateOf(attempt: Attempt, version: number, shown: Shown): EndgameState {
    const isOver = isReached(attempt);
    const left = this.#leftOf(attempt);
    return {
      ...shown,
      gameId: `${this.#level.id} ${this.#attempts}`,
      game: attempt.game,
      version,
      status: isOver ? 'over' : 'playing',
      own: this.#level.side,
      movers: isOwnTurn(attempt) ? [this.#level.side] : [],
      clock: null,
      premove: null,
      attempt,
      left,
      inReach: starsInReach(attempt, left),
      earned: earnedStars(attempt),
      took: isOver ? this.#deps.now() - this.#began : null,
    };
  }

  /** Returns the own moves that are left on the shortest way from here. */
  #leftOf(attempt: Attempt): number {
    if (this.#level.goal === 'hold') return movesOf(this.#level) - ownMoves(attempt);
    if (isReached(attempt)) return 0;
    const best = bestChoice(this.#solution, attempt.game);
    // A reply is pending: as many as the move before it left.
    return best ? (best.left ?? 0) + 1 : this.#leftAfterMove;
  }
}
