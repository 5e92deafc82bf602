import {
  beginStep,
  type LessonEvent,
  type LessonPlayer,
  type LessonStep,
  playerAfter,
} from '@doushouqi/lessons';
import type { Point } from '@doushouqi/rules';
import { createStore, type StoreApi } from 'zustand/vanilla';
import type { RefusedMove } from '../../board/use-board.ts';
import { refusalOf } from '../../game/refusal.ts';
import type { Timing } from '../../shared/device-games/device-clock.ts';

/** How long a wrong move stays on the board before its piece walks back, ms. */
const STRAY_MS = 700;
/** The pause before blue's reply, ms. */
const REPLY_MS = 900;
/** A step counts at most this time: the page may stay open for a day. Seconds. */
const MAX_STEP_SECONDS = 120;

export interface LessonState {
  readonly player: LessonPlayer;
  /** The last refused try, for the board. */
  readonly refused: RefusedMove | null;
}

interface LessonDeps extends Timing {
  /** A step is done; `seconds`: what it took. */
  onDone: (id: string, seconds: number) => void;
}

/** A step of a lesson outside React: its player, with the pauses before a wrong move goes back and blue replies. */
export class LessonGame {
  readonly store: StoreApi<LessonState>;
  readonly #deps: LessonDeps;
  #cancel: () => void = () => {};
  #begunAt: number;
  #tries = 0;

  constructor(deps: LessonDeps, step: LessonStep) {
    this.#deps = deps;
    this.#begunAt = deps.now();
    this.store = createStore(() => ({ player: beginStep(step), refused: null }));
  }

  /** Shows another step from its beginning. */
  open(step: LessonStep): void {
    this.#begunAt = this.#deps.now();
    this.#show(beginStep(step));
  }

  /** Tries a move of red. */
  move(from: Point, to: Point): void {
    const { player } = this.store.getState();
    if (player.phase.kind !== 'asking') return;
    const crosses = refusalOf(player.game, from, to)?.crosses ?? [];
    this.#send({ kind: 'tried', move: { from, to } });
    // A piece that strayed walks back instead.
    if (this.store.getState().player.game !== player.game) return;
    this.store.setState({ refused: { id: this.#tries++, at: from, crosses } });
  }

  /** Plays the right move. */
  show(): void {
    this.#send({ kind: 'show' });
  }

  /** Begins the step again. */
  again(): void {
    this.#send({ kind: 'again' });
  }

  /** Cancels pending moves. */
  stop(): void {
    this.#cancel();
  }

  #send(event: LessonEvent): void {
    const { player } = this.store.getState();
    const next = playerAfter(player, event);
    if (next !== player) this.#show(next);
  }

  #show(player: LessonPlayer): void {
    this.#cancel();
    this.store.setState({ player, refused: null });
    const { kind } = player.phase;
    if (kind === 'straying') this.#cancel = this.#deps.wait(() => this.#send({ kind: 'back' }), STRAY_MS);
    if (kind === 'waiting') this.#cancel = this.#deps.wait(() => this.#send({ kind: 'reply' }), REPLY_MS);
    if (kind !== 'done') return;
    const seconds = (this.#deps.now() - this.#begunAt) / 1_000;
    this.#deps.onDone(player.step.id, Math.min(MAX_STEP_SECONDS, seconds));
  }
}
