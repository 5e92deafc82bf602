import { type EngineLine, winRate } from '@doushouqi/engine';
import { type Game, isSameMove, type Move, play, positionOf, turn } from '@doushouqi/rules';
import { decidedRate, type Evaluation, FAULT_LOSS, moverRate, redRateOf } from './evaluation.ts';

/** A position in which the user looks for the right move. */
export interface Task {
  /** The game that ends at the position. */
  readonly game: Game;
  /** The best moves there, best first. */
  readonly lines: readonly EngineLine[];
  /** The wrong move that a player made there, and its win rate, 0 to 100; null for none. */
  readonly fault: { readonly move: Move; readonly rate: number } | null;
}

/** "Find the right move" in a row of positions: mistakes of a reviewed game, lessons, puzzles. Pure. */
export interface Exercise<T extends Task = Task> {
  /** In their order; never empty. */
  readonly tasks: readonly T[];
  /** Index of the current task; of the last one when all of them are done. */
  readonly index: number;
  readonly step: ExerciseStep;
  /** One for each task; null while open. */
  readonly results: readonly (TaskResult | null)[];
  /** Whether a wrong move was tried at this task. */
  readonly hasErred: boolean;
}

/** `rate`: win rate of the moving side after the move, 0 to 100. */
type ExerciseStep =
  | { readonly kind: 'asking' }
  /** The engine evaluates the try: the last position of `after`. */
  | { readonly kind: 'judging'; readonly move: Move; readonly after: Game }
  | { readonly kind: 'wrong'; readonly move: Move; readonly rate: number }
  | { readonly kind: 'right'; readonly move: Move; readonly after: Game; readonly rate: number }
  | { readonly kind: 'answer' }
  | { readonly kind: 'done' };

/** Found at once, found after other tries, shown, or left out. */
export const TASK_RESULTS = ['first', 'later', 'shown', 'skipped'] as const;
type TaskResult = (typeof TASK_RESULTS)[number];

export type ExerciseEvent =
  | { readonly kind: 'tried'; readonly move: Move }
  /** The engine's evaluation of the position after the tried move. */
  | { readonly kind: 'judged'; readonly evaluation: Evaluation }
  /** Shows the best move; skips the task; goes to the next one; restarts all of them. */
  | { readonly kind: 'answer' | 'skip' | 'next' | 'again' };

/** Returns null if there are no tasks. */
export function newExercise<T extends Task>(tasks: readonly T[]): Exercise<T> | null {
  if (tasks.length === 0) return null;
  const results = tasks.map(() => null);
  return { tasks, index: 0, step: { kind: 'asking' }, results, hasErred: false };
}

export function taskOf<T extends Task>({ tasks, index }: Exercise<T>): T {
  return tasks[index]!;
}

/** Returns the position on the board: that of the task, or after a move that is being evaluated or is right. */
export function exercisePosition(exercise: Exercise): Game {
  const { step } = exercise;
  return 'after' in step ? step.after : taskOf(exercise).game;
}

/** Returns red's win rate in the shown position; null while the engine evaluates it. */
export function exerciseRate(exercise: Exercise): number | null {
  const { step } = exercise;
  if (step.kind === 'judging') return null;
  const task = taskOf(exercise);
  return redRateOf(turn(positionOf(task.game)), step.kind === 'right' ? step.rate : moverRate(task));
}

/** Returns whether moves can be tried. */
export function isOpen({ step: { kind } }: Exercise): boolean {
  return kind === 'asking' || kind === 'wrong';
}

/** Returns the state after an event; an event that does not fit changes nothing. */
export function exerciseAfter<T extends Task>(exercise: Exercise<T>, event: ExerciseEvent): Exercise<T> {
  const { step } = exercise;
  const isPending = isOpen(exercise) || step.kind === 'judging';
  switch (event.kind) {
    case 'tried':
      return isOpen(exercise) ? tried(exercise, event.move) : exercise;
    case 'judged':
      if (step.kind !== 'judging') return exercise;
      return attempted(exercise, step.move, step.after, 100 - moverRate(event.evaluation));
    case 'answer':
      return isPending ? withResult(exercise, 'shown', { kind: 'answer' }) : exercise;
    case 'skip':
      return isPending ? next(withResult(exercise, 'skipped', step)) : exercise;
    case 'next':
      return step.kind === 'right' || step.kind === 'answer' ? next(exercise) : exercise;
    case 'again':
      return newExercise(exercise.tasks) ?? exercise;
  }
}

function tried<T extends Task>(exercise: Exercise<T>, move: Move): Exercise<T> {
  const task = taskOf(exercise);
  const made = play(task.game, move);
  if (!made.ok) return exercise;
  const rate = knownRate(task, move, made.value);
  if (rate !== null) return attempted(exercise, move, made.value, rate);
  return { ...exercise, step: { kind: 'judging', move, after: made.value } };
}

/** Returns the win rate of the moving side after a move if the task has it or the game is over; null otherwise. */
function knownRate({ game, lines, fault }: Task, move: Move, after: Game): number | null {
  if (fault && isSameMove(fault.move, move)) return fault.rate;
  const decided = decidedRate(after);
  if (decided !== null) return redRateOf(turn(positionOf(game)), decided);
  const line = lines.find((one) => isSameMove(one.move, move));
  return line ? winRate(line.score) : null;
}

/** A move is right that a review would not call a fault. */
function attempted<T extends Task>(
  exercise: Exercise<T>,
  move: Move,
  after: Game,
  rate: number,
): Exercise<T> {
  const isRight = moverRate(taskOf(exercise)) - rate < FAULT_LOSS;
  if (!isRight) return { ...exercise, step: { kind: 'wrong', move, rate }, hasErred: true };
  return withResult(exercise, exercise.hasErred ? 'later' : 'first', { kind: 'right', move, after, rate });
}

function withResult<T extends Task>(
  exercise: Exercise<T>,
  result: TaskResult,
  step: ExerciseStep,
): Exercise<T> {
  const results = exercise.results.map((old, index) => (index === exercise.index ? result : old));
  return { ...exercise, results, step };
}

function next<T extends Task>(exercise: Exercise<T>): Exercise<T> {
  const index = exercise.index + 1;
  if (index === exercise.tasks.length) return { ...exercise, step: { kind: 'done' } };
  return { ...exercise, index, step: { kind: 'asking' }, hasErred: false };
}
