import {
  type Game,
  gameAfter,
  gameMoves,
  legalGameMoves,
  type Move,
  newGame,
  parseFen,
  play,
  type Side,
} from '@doushouqi/rules';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { evaluated, evaluatedGame } from '../../../../test/evaluations.ts';
import { playPicks } from '../../../../test/studies.ts';
import { isSameMove } from './evaluation.ts';
import {
  faultOf,
  isOpen,
  newRetry,
  type Retry,
  type RetryEvent,
  retried,
  retriedFaults,
  retryPosition,
  retryRate,
} from './retry.ts';
import { reviewOf } from './review.ts';

/** Blue blunders with the fourth and the eighth ply, red with the seventh. */
const GAME = playPicks([3, 3, 5, 7, 2, 4, 6, 8, 1]);
const RED_SCORES = [0, 0, 0, 0, 300, 300, 300, 0, 300, 300];
const REVIEW = reviewOf(
  GAME,
  evaluatedGame(GAME, (ply) => (ply % 2 === 0 ? 1 : -1) * (RED_SCORES[ply] ?? 0)),
);

function begun(side: Side | null = null): Retry {
  const retry = newRetry(GAME, retriedFaults(REVIEW, side));
  if (!retry) throw new Error('no faults');
  return retry;
}

function after(retry: Retry, ...events: RetryEvent[]): Retry {
  return events.reduce(retried, retry);
}

/** Returns a legal move whose rate the review lacks. */
function unknownMove(retry: Retry): Move {
  const { move, lines } = faultOf(retry);
  const known = [move, ...lines.map((line) => line.move)];
  return legalGameMoves(retryPosition(retry)).find((one) => !known.some((other) => isSameMove(one, other)))!;
}

function trying(move: Move): RetryEvent {
  return { kind: 'tried', move };
}

/** Returns the engine's evaluation of the position after a move: `score` is that of the side to move. */
function judging(retry: Retry, score: number): RetryEvent {
  const { step } = retry;
  if (step.kind !== 'judging') throw new Error(step.kind);
  return { kind: 'judged', evaluation: evaluated(step.after, -score) };
}

test('returns the mistakes of a side, or of both, in the order of the game', () => {
  expect(begun('red').faults.map(({ ply }) => ply)).toEqual([7]);
  expect(begun('blue').faults.map(({ ply }) => ply)).toEqual([4, 8]);
  expect(begun().faults.map(({ ply }) => ply)).toEqual([4, 7, 8]);
  expect(newRetry(GAME, [])).toBeNull();
});

describe('a try', () => {
  test('accepts the better moves of the review at once', () => {
    const retry = begun();
    for (const { move } of faultOf(retry).lines) {
      const made = after(retry, trying(move));
      expect(made).toMatchObject({ step: { kind: 'right' }, results: ['first', null, null] });
      expect(retryPosition(made).history).toHaveLength(4);
    }
  });

  test('rejects the move of the game and restores the board', () => {
    const made = after(begun(), trying(faultOf(begun()).move));
    expect(made).toMatchObject({ step: { kind: 'wrong' }, results: [null, null, null] });
    expect(retryPosition(made)).toEqual(gameAfter(GAME, 3));
    expect(after(made, trying(faultOf(made).lines[0]!.move)).results[0]).toBe('later');
  });

  test.each([
    ['right', 0],
    ['right', -40],
    ['wrong', -60],
  ] as const)('another move is for the engine to judge: %s with %i', (kind, score) => {
    const retry = begun();
    const waiting = after(retry, trying(unknownMove(retry)));
    expect(waiting.step.kind).toBe('judging');
    expect([isOpen(waiting), retryRate(waiting)]).toEqual([false, null]);
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
    const played = play(game, away[0]!);
    if (!played.ok) throw new Error(played.error);
    const evaluations = [evaluated(game, 600, away[1]), evaluated(played.value, 600)];
    const retry = newRetry(played.value, retriedFaults(reviewOf(played.value, evaluations), null))!;
    expect(after(retry, trying(into)).step).toMatchObject({ kind: 'right', rate: 100 });
  });
});

test('runs to the end with found, shown and skipped mistakes, then restarts', () => {
  const [first, second] = [begun(), after(begun(), { kind: 'skip' })];
  expect(second).toMatchObject({ index: 1, step: { kind: 'asking' }, results: ['skipped', null, null] });
  const third = after(second, { kind: 'answer' }, { kind: 'next' });
  const done = after(third, trying(faultOf(third).lines[0]!.move), { kind: 'next' });
  expect(done).toMatchObject({ step: { kind: 'done' }, results: ['skipped', 'shown', 'first'] });
  expect(after(done, { kind: 'again' })).toEqual(first);
});

test("shows red's win rate", () => {
  const blue = begun('blue');
  expect(Math.round(retryRate(blue) ?? -1)).toBe(50);
  expect(Math.round(retryRate(after(blue, trying(faultOf(blue).lines[1]!.move))) ?? -1)).toBe(52);
});

test('gives every fault a result before the next one, in any order of events', () => {
  const event = fc.constantFrom('best', 'played', 'other', 'judged', 'answer', 'skip', 'next', 'again');
  fc.assert(
    fc.property(fc.array(event, { maxLength: 30 }), (events) => {
      let retry = begun();
      for (const one of events) retry = retried(retry, eventOf(retry, one));
      expect(retry.results.slice(0, retry.index).every((result) => result !== null)).toBe(true);
      expect(retry.results.slice(retry.index + 1).every((result) => result === null)).toBe(true);
      expect(gameMoves(retryPosition(retry)).length).toBeLessThanOrEqual(gameMoves(GAME).length);
    }),
  );
});

function eventOf(retry: Retry, name: string): RetryEvent {
  if (name === 'best') return trying(faultOf(retry).lines[0]!.move);
  if (name === 'played') return trying(faultOf(retry).move);
  if (name === 'other') return trying(isOpen(retry) ? unknownMove(retry) : faultOf(retry).move);
  if (name === 'judged') return { kind: 'judged', evaluation: evaluated(gameAfter(GAME, 3) as Game, 0) };
  return { kind: name as 'answer' | 'skip' | 'next' | 'again' };
}
