import { newGame, type Point, SIDES } from '@doushouqi/rules';
import { createStore, type StoreApi } from 'zustand/vanilla';
import { type GameController, type GameNotice, type GameState, Listeners } from '../../game/controller.ts';
import { refusalOf } from '../../game/refusal.ts';
import type { Analyst } from './analyst.ts';
import {
  type Exercise,
  type ExerciseEvent,
  exerciseAfter,
  exercisePosition,
  isOpen,
  newExercise,
  type Task,
} from './exercise.ts';

export interface ExerciseState<T extends Task> extends GameState {
  /** Null while no exercise runs. */
  readonly exercise: Exercise<T> | null;
}

const CLOSED = {
  gameId: 'exercise',
  status: 'playing',
  own: null,
  clock: null,
  premove: null,
  version: 0,
  game: newGame(),
  movers: [],
  exercise: null,
} as const;

/** An exercise on its own board. The engine evaluates each try that the task has no result for. */
export class ExerciseGame<T extends Task> implements GameController {
  readonly store: StoreApi<ExerciseState<T>> = createStore<ExerciseState<T>>(() => CLOSED);
  readonly #analyst: Analyst;
  readonly #notices = new Listeners<GameNotice>();

  /** @param analyst lives as long as the exercise */
  constructor(analyst: Analyst) {
    this.#analyst = analyst;
    analyst.store.subscribe(({ single }) => {
      const step = this.#exercise?.step;
      if (step?.kind === 'judging' && single?.evaluation && single.game === step.after) {
        this.#apply({ kind: 'judged', evaluation: single.evaluation });
      }
    });
  }

  listen(listener: (notice: GameNotice) => void): () => void {
    return this.#notices.add(listener);
  }

  begin(tasks: readonly T[]): void {
    this.#show(newExercise(tasks));
    this.judge();
  }

  move(from: Point, to: Point): void {
    const exercise = this.#exercise;
    if (!exercise || !isOpen(exercise)) return;
    const refusal = refusalOf(exercisePosition(exercise), from, to);
    if (refusal) this.#notices.notify(refusal);
    else this.send({ kind: 'tried', move: { from, to } });
  }

  send(event: ExerciseEvent): void {
    this.#apply(event);
    this.judge();
  }

  /** Requests the evaluation of an open try, again after a failure; cancels that of any other. */
  judge(): void {
    const step = this.#exercise?.step;
    this.#analyst.send({ kind: 'single', game: step?.kind === 'judging' ? step.after : null });
  }

  close(): void {
    this.store.setState(CLOSED);
    this.judge();
  }

  get #exercise(): Exercise<T> | null {
    return this.store.getState().exercise;
  }

  #apply(event: ExerciseEvent): void {
    if (this.#exercise) this.#show(exerciseAfter(this.#exercise, event));
  }

  #show(exercise: Exercise<T> | null): void {
    const { exercise: before, version } = this.store.getState();
    if (!exercise || exercise === before) return;
    const movers = isOpen(exercise) ? SIDES : [];
    const game = exercisePosition(exercise);
    this.store.setState({ version: version + 1, game, movers, exercise });
  }
}
