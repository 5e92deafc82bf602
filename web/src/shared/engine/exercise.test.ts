import {
  type Game,
  gameAfter,
  gameMoves,
  isSameMove,
  legalGameMoves,
  type Move,
  newGame,
  parseFen,
} from '@doushouqi/rules';
import fc from 'fast-check';
import { describe, expect, test, vi } from 'vitest';
import { evaluated } from '../../../test/evaluations.ts';
import { playPicks } from '../../../test/studies.ts';
import { Analyst } from './analyst.ts';
import {
  type Exercise,
  type ExerciseEvent,
  exerciseAfter,
  exercisePosition,
  exerciseRate,
  isOpen,
  newExercise,
  type Task,
  taskOf,
} from './exercise.ts';
import { ExerciseGame } from './exercise-game.ts';
import type { Evaluator } from './source.ts';

/** Blue errs with the fourth and the eighth ply, red with the seventh. */
const GAME = playPicks([3, 3, 5, 7, 2, 4, 6, 8, 1]);

/** @param score for the side to move */
function task(ply: number, score: number): Task {
  const game = gameAfter(GAME, ply - 1);
  return { game, lines: evaluated(game, score).lines, fault: { move: gameMoves(GAME)[ply - 1]!, rate: 20 } };
}

const TASKS = [task(4, 0), task(7, 300), task(8, 0)];

function begun(tasks = TASKS): Exercise {
  const exercise = newExercise(tasks);
  if (!exercise) throw new Error('no tasks');
  return exercise;
}

function after(exercise: Exercise, ...events: ExerciseEvent[]): Exercise {
  return events.reduce(exerciseAfter, exercise);
}

/** Returns a legal move whose rate the task lacks. */
function unknownMove(exercise: Exercise): Move {
  const { fault, lines } = taskOf(exercise);
  const known = [fault!.move, ...lines.map((line) => line.move)];
  return legalGameMoves(exercisePosition(exercise)).find(
    (one) => !known.some((other) => isSameMove(one, other)),
  )!;
}

function trying(move: Move): ExerciseEvent {
  return { kind: 'tried', move };
}

/** Returns the engine's evaluation of the position after a move: `score` is that of the side to move. */
function judging(exercise: Exercise, score: number): ExerciseEvent {
  const { step } = exercise;
  if (step.kind !== 'judging') throw new Error(step.kind);
  return { kind: 'judged', evaluation: evaluated(step.after, -score) };
}

describe('a try', () => {
  test('accepts the best moves of the task at once', () => {
    const exercise = begun();
    for (const { move } of taskOf(exercise).lines) {
      const made = after(exercise, trying(move));
      expect(made).toMatchObject({ step: { kind: 'right' }, results: ['first', null, null] });
      expect(exercisePosition(made).history).toHaveLength(4);
    }
  });

  test('rejects the move that was a fault and restores the board', () => {
    const made = after(begun(), trying(TASKS[0]!.fault!.move));
    expect(made).toMatchObject({ step: { kind: 'wrong' }, results: [null, null, null] });
    expect(exercisePosition(made)).toEqual(gameAfter(GAME, 3));
    expect(after(made, trying(taskOf(made).lines[0]!.move)).results[0]).toBe('later');
  });

  test.each([
    ['right', 0],
    ['right', -40],
    ['wrong', -60],
  ] as const)('another move is for the engine to judge: %s with %i', (kind, score) => {
    const exercise = begun();
    const waiting = after(exercise, trying(unknownMove(exercise)));
    expect(waiting.step.kind).toBe('judging');
    expect([isOpen(waiting), exerciseRate(waiting)]).toEqual([false, null]);
    expect(after(waiting, judging(waiting, score)).step.kind).toBe(kind);
  });

  test('changes nothing for an illegal move', () => {
    const nowhere = { from: { x: 3, y: 4 }, to: { x: 0, y: 0 } };
    expect(after(begun(), trying(nowhere))).toEqual(begun());
  });

  test('needs no engine for a move that ends the game', () => {
    const start = parseFen('7/3E3/7/7/7/7/7/7/l6 w');
    if (!start.ok) throw new Error(start.error.code);
    const game = newGame(undefined, start.value);
    const into = { from: { x: 3, y: 1 }, to: { x: 3, y: 0 } };
    const away = legalGameMoves(game).filter(({ to }) => to.y === 1);
    const { lines } = evaluated(game, 600, away[1]);
    expect(after(begun([{ game, lines, fault: null }]), trying(into)).step).toMatchObject({
      kind: 'right',
      rate: 100,
    });
  });
});

describe('on its board', () => {
  const stop = vi.fn();
  const source = { analyze: () => Promise.reject(new Error('unused')), stop };
  const begin = (evaluate: Evaluator['evaluate']) => {
    const analyst = new Analyst(source, { evaluate, stop });
    const game = new ExerciseGame(analyst);
    game.begin(TASKS);
    const { from, to } = unknownMove(game.store.getState().exercise!);
    game.move(from, to);
    return { analyst, exercise: () => game.store.getState().exercise, send: game.send.bind(game) };
  };

  test('the engine judges a try that the task has no result for', async () => {
    const { exercise } = begin(async (game) => evaluated(game, 60));
    expect(exercise()?.step.kind).toBe('judging');
    await vi.waitFor(() => expect(exercise()?.step.kind).toBe('wrong'));
  });

  test('a skipped task needs no verdict: the search stops', () => {
    const { analyst, exercise, send } = begin(() => new Promise(() => {}));
    send({ kind: 'skip' });
    expect(exercise()).toMatchObject({ index: 1, step: { kind: 'asking' } });
    expect(analyst.store.getState().single).toBeNull();
    expect(stop).toHaveBeenCalledOnce();
  });
});

test('runs to the end with found, shown and skipped tasks, then restarts', () => {
  const [first, second] = [begun(), after(begun(), { kind: 'skip' })];
  expect(second).toMatchObject({ index: 1, step: { kind: 'asking' }, results: ['skipped', null, null] });
  const third = after(second, { kind: 'answer' }, { kind: 'next' });
  const done = after(third, trying(taskOf(third).lines[0]!.move), { kind: 'next' });
  expect(done).toMatchObject({ step: { kind: 'done' }, results: ['skipped', 'shown', 'first'] });
  expect(after(done, { kind: 'again' })).toEqual(first);
});

test("shows red's win rate", () => {
  const blue = begun();
  expect(Math.round(exerciseRate(blue) ?? -1)).toBe(50);
  expect(Math.round(exerciseRate(after(blue, trying(taskOf(blue).lines[1]!.move))) ?? -1)).toBe(52);
});

test('gives every task a result before the next one, in any order of events', () => {
  const event = fc.constantFrom('best', 'played', 'other', 'judged', 'answer', 'skip', 'next', 'again');
  fc.assert(
    fc.property(fc.array(event, { maxLength: 30 }), (events) => {
      let exercise = begun();
      for (const one of events) exercise = exerciseAfter(exercise, eventOf(exercise, one));
      expect(exercise.results.slice(0, exercise.index).every((result) => result !== null)).toBe(true);
      expect(exercise.results.slice(exercise.index + 1).every((result) => result === null)).toBe(true);
      expect(gameMoves(exercisePosition(exercise)).length).toBeLessThanOrEqual(gameMoves(GAME).length);
    }),
  );
});

function eventOf(exercise: Exercise, name: string): ExerciseEvent {
  if (name === 'best') return trying(taskOf(exercise).lines[0]!.move);
  if (name === 'played') return trying(taskOf(exercise).fault!.move);
  if (name === 'other')
    return trying(isOpen(exercise) ? unknownMove(exercise) : taskOf(exercise).fault!.move);
  if (name === 'judged') return { kind: 'judged', evaluation: evaluated(gameAfter(GAME, 3) as Game, 0) };
  return { kind: name as 'answer' | 'skip' | 'next' | 'again' };
}
