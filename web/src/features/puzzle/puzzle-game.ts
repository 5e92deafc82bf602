import type { PuzzleMoveReply, PuzzleResult, PuzzleView, PuzzleVote } from '@doushouqi/protocol';
import {
  formatStepText,
  type Game,
  gameAfter,
  gameMoves,
  lastMove,
  type Move,
  type Point,
  parseStepText,
  plyCount,
} from '@doushouqi/rules';
import { createStore, type StoreApi } from 'zustand/vanilla';
import { type GameController, type GameNotice, Listeners } from '../../game/controller.ts';
import { refusalOf } from '../../game/refusal.ts';
import { after, startOf } from './line.ts';
import {
  firstState,
  isRefused,
  type Phase,
  type PuzzleDeps,
  type PuzzleState,
  tableOf,
  type Wrong,
} from './puzzle-state.ts';
import { describeReply, refute } from './refutation.ts';

/** How long a wrong move stays on the board before its piece walks back, ms. */
const STRAY_MS = 700;
/** The pause before the opponent's reply and between the moves of a shown line, ms. */
const REPLY_MS = 520;
const SHOW_MS = 900;

/** One attempt at a puzzle. The server knows the line; a move is sent once, and again only if its answer was lost. */
export class PuzzleGame implements GameController {
  readonly store: StoreApi<PuzzleState>;
  readonly puzzle: PuzzleView;
  readonly #deps: PuzzleDeps;
  readonly #start: Game;
  readonly #notices = new Listeners<GameNotice>();
  /** The position before the move that is being sent. */
  #base: Game;
  #attempt: Promise<string> | null;
  #attemptId: string | null;
  #cancel: () => void = () => {};

  constructor(deps: PuzzleDeps, puzzle: PuzzleView) {
    const { saved } = deps;
    this.#deps = deps;
    this.puzzle = puzzle;
    this.#start = startOf(puzzle);
    this.#base = (saved?.line ?? []).map(parseStepText).reduce(after, this.#start);
    // The server would start another attempt after a wrong move.
    this.#attempt = saved && Promise.resolve(saved.attemptId);
    this.#attemptId = saved?.attemptId ?? null;
    const end = saved?.end ?? null;
    this.store = createStore(() => ({
      ...tableOf(puzzle, this.#base, 0, end ? 'over' : 'asking'),
      ...firstState(saved, deps.now()),
      full: end && this.#base,
    }));
  }

  listen(listener: (notice: GameNotice) => void): () => void {
    return this.#notices.add(listener);
  }

  /** Starts the attempt, as the server measures its time; returns a function that stops pending moves. */
  start(): () => void {
    // A failure shows with the first move, which starts it again.
    this.#begin().catch(() => {});
    const { phase } = this.store.getState();
    if (phase === 'straying') this.#goBack();
    return () => this.#cancel();
  }

  move(from: Point, to: Point): void {
    if (this.store.getState().phase !== 'asking') return;
    const refusal = refusalOf(this.#base, from, to);
    if (refusal) {
      this.#notices.notify(refusal);
      return;
    }
    this.#show(after(this.#base, { from, to }), 'sending', { wrong: null, hint: null });
    void this.#send({ from, to });
  }

  /** Sends the move again whose answer was lost. */
  resend(): void {
    const { phase, game } = this.store.getState();
    const move = lastMove(game);
    if (phase !== 'lost' || !move) return;
    this.#show(game, 'sending');
    void this.#send(move);
  }

  /** Removes the marks of a wrong move. */
  tryAgain(): void {
    if (this.store.getState().phase === 'asking') this.store.setState({ wrong: null });
  }

  /** Shows the piece to move. */
  async hint(): Promise<void> {
    const { phase, hint } = this.store.getState();
    if (phase !== 'asking' || hint) return;
    try {
      const { from } = await this.#deps.calls.hint(await this.#begin());
      const [x, y] = from.split(',').map(Number);
      if (this.store.getState().phase !== 'asking') return;
      this.store.setState({ hint: { x: x!, y: y! }, isHinted: true, wrong: null });
      this.#save();
    } catch (error) {
      this.#refuse(error);
    }
  }

  /** Ends the attempt as not solved, and plays the line. */
  async answer(): Promise<void> {
    if (this.store.getState().phase !== 'asking') return;
    this.#show(this.#base, 'sending', { wrong: null, hint: null });
    try {
      const { solution, result, ratingChange } = await this.#deps.calls.answer(await this.#begin());
      this.#finish(solution, result, ratingChange, false);
      this.#playOn();
    } catch (error) {
      this.#show(this.#base, 'asking');
      this.#refuse(error);
    }
  }

  /** Shows the line after so many moves of it, after the end. */
  jump(count: number): void {
    this.#cancel();
    const { full } = this.store.getState();
    if (full) this.#show(gameAfter(full, plyCount(this.#start) + count), 'over');
  }

  /** Plays the line from the beginning, after the end. */
  replay(): void {
    this.jump(0);
    this.#playOn();
  }

  /** Votes on the puzzle, or takes the vote back if it is the same. */
  async vote(pressed: PuzzleVote): Promise<void> {
    const before = this.store.getState().vote;
    const vote = pressed === before ? 0 : pressed;
    const keep = (one: PuzzleVote): void => {
      this.store.setState({ vote: one });
      this.#save();
    };
    keep(vote);
    try {
      await this.#deps.calls.vote(this.puzzle.id, vote);
    } catch {
      if (this.store.getState().vote === vote) keep(before);
      this.#notices.notify({ kind: 'refused', message: this.#deps.texts.failed, from: null });
    }
  }

  #playOn(): void {
    const { full, game } = this.store.getState();
    if (!full || plyCount(game) >= plyCount(full)) return;
    this.#cancel = this.#deps.wait(() => {
      this.#show(gameAfter(full, plyCount(game) + 1), 'over');
      this.#playOn();
    }, SHOW_MS);
  }

  /** Resolves to the id of the attempt. @throws the error of the call, after which it can be called again. */
  #begin(): Promise<string> {
    this.#attempt ??= this.#deps.calls.start(this.puzzle.id).then(
      ({ attemptId, rates, vote = 0 }) => {
        this.#attemptId = attemptId;
        this.store.setState({ rates, vote });
        this.#save();
        return attemptId;
      },
      (error: unknown) => {
        this.#attempt = null;
        throw error;
      },
    );
    return this.#attempt;
  }

  #restart(): void {
    this.#cancel();
    this.#base = this.#start;
    this.#show(this.#start, 'asking', { tries: 0, wrong: null, hint: null, isHinted: false });
  }

  async #send(move: Move): Promise<void> {
    const at = (plyCount(this.#base) - plyCount(this.#start)) / 2;
    try {
      const attemptId = await this.#begin();
      if (this.store.getState().phase !== 'sending') return;
      const reply = await this.#deps.calls.play(attemptId, formatStepText(move), at);
      if (this.store.getState().phase === 'sending') this.#take(move, reply);
    } catch (error) {
      if (isRefused(error)) this.#refuse(error);
      else this.#show(this.store.getState().game, 'lost');
    }
  }

  #take(move: Move, { correct, done, reply, ratingChange, result }: PuzzleMoveReply): void {
    const { game, tries } = this.store.getState();
    if (!correct) {
      this.#show(game, 'straying', { tries: tries + 1, wrong: { move, reply: null } });
      if (ratingChange) this.store.setState({ change: ratingChange });
      this.#notices.notify({ kind: 'refused', message: null, from: null });
      this.#deps.onChange(null);
      this.#save();
      this.#cancel = this.#deps.wait(() => this.#goBack(), STRAY_MS);
      return;
    }
    this.#base = game;
    if (done) this.#finish(null, result ?? null, ratingChange, true);
    else this.#await(reply);
  }

  /** The opponent replies after a pause. */
  #await(reply: string | undefined): void {
    this.#show(this.#base, 'replying');
    const next = reply === undefined ? this.#base : after(this.#base, parseStepText(reply));
    this.#cancel = this.#deps.wait(() => {
      this.#base = next;
      this.#show(next, 'asking');
      this.#save();
    }, REPLY_MS);
  }

  /** The piece of a wrong move walks back, and the opponent's answer is shown. */
  #goBack(): void {
    const { game, wrong } = this.store.getState();
    if (!wrong) return;
    const reply = refute(game, wrong.move.to);
    this.#show(this.#base, 'asking', { wrong: { ...wrong, reply } });
    if (!reply) void this.#searchReply(game, wrong);
  }

  async #searchReply(game: Game, wrong: Wrong): Promise<void> {
    const move = await this.#deps.search(game).catch(() => null);
    const isShown = this.store.getState().wrong?.move === wrong.move;
    const reply = move && describeReply(game, move, wrong.move.to);
    if (reply && isShown) this.store.setState({ wrong: { ...wrong, reply } });
  }

  #finish(
    solution: readonly string[] | null,
    result: PuzzleResult | null,
    change: PuzzleMoveReply['ratingChange'],
    isSolved: boolean,
  ): void {
    const full = solution ? solution.map(parseStepText).reduce(after, this.#start) : this.#base;
    this.#show(this.#base, 'over', { result, isSolved, isJustOver: true, full, wrong: null, hint: null });
    if (change) this.store.setState({ change });
    this.#save();
    const { tries, isHinted } = this.store.getState();
    this.#deps.onChange(isSolved && tries === 0 && !isHinted);
  }

  #refuse(error: unknown): void {
    if (isRefused(error)) {
      this.#attempt = null;
      this.#attemptId = null;
      this.#restart();
      this.#notices.notify({ kind: 'refused', message: this.#deps.texts.expired, from: null });
      this.start();
    } else this.#notices.notify({ kind: 'refused', message: this.#deps.texts.failed, from: null });
  }

  #save(): void {
    const { rates, tries, isHinted, since, vote, full, isSolved, change, result } = this.store.getState();
    if (this.#attemptId === null) return;
    this.#deps.save({
      puzzleId: this.puzzle.id,
      attemptId: this.#attemptId,
      rates: rates === true,
      line: gameMoves(full ?? this.#base)
        .slice(plyCount(this.#start))
        .map(formatStepText),
      tries,
      isHinted,
      since,
      vote,
      end: full && { isSolved, change, result },
    });
  }

  #show(game: Game, phase: Phase, change: Partial<PuzzleState> = {}): void {
    const { version } = this.store.getState();
    this.store.setState({ ...tableOf(this.puzzle, game, version + 1, phase), ...change });
  }
}
