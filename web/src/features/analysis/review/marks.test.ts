import type { Score } from '@doushouqi/engine';
import type { GameMove, Move } from '@doushouqi/rules';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Evaluation } from '../../../shared/engine/evaluation.ts';
import { LOSSES, lossOf, MARKS, markOf } from './marks.ts';

const [STEP, OTHER]: Move[] = [
  { from: { x: 0, y: 6 }, to: { x: 0, y: 5 } },
  { from: { x: 6, y: 6 }, to: { x: 6, y: 5 } },
];
const INTO_DEN: Move = { from: { x: 3, y: 1 }, to: { x: 3, y: 0 } };

function moved(move: Move, capturedPiece: GameMove['capturedPiece'] = null): GameMove {
  return { ...move, piece: 8, capturedPiece, side: 'red' };
}

function position(best: Move, score: Score, second: Score | null, glance = best): Evaluation {
  const lines = [{ move: best, score, pv: [best] }];
  if (second) lines.push({ move: OTHER!, score: second, pv: [OTHER!] });
  return { lines, glance };
}

function cp(value: number): Score {
  return { kind: 'cp', value };
}
const WON: Score = { kind: 'win', plies: 3 };
const LOST: Score = { kind: 'win', plies: -4 };

describe('lost win rate', () => {
  test.each([
    ['the best move, whatever comes of it', STEP!, cp(0), 20, 0],
    ['another move that comes to the same', OTHER!, cp(0), 50, 0],
    ['another move that comes to more', OTHER!, cp(0), 60, 0],
    ['a worse move', OTHER!, cp(0), 40, 10],
    ['a win let go', OTHER!, WON, 50, 50],
    ['a move of a lost game', OTHER!, LOST, 0, 0],
  ])('%s', (_, played, best, after, loss) => {
    expect(lossOf(position(STEP!, best, cp(0)), moved(played), after)).toBeCloseTo(loss);
  });
});

describe('marks', () => {
  test.each<[number, string | null]>([
    [0, null],
    [5.9, null],
    [6, 'inaccuracy'],
    [11.9, 'inaccuracy'],
    [12, 'mistake'],
    [19.9, 'mistake'],
    [20, 'blunder'],
    [100, 'blunder'],
  ])('%d points of win rate: %s', (loss, mark) => {
    expect(markOf(position(STEP!, cp(0), cp(0)), moved(OTHER!), loss)).toBe(mark);
  });

  test.each<[string, Evaluation, GameMove, string | null]>([
    ['the only good quiet move', position(STEP!, cp(0), cp(-100)), moved(STEP!), 'brilliant'],
    ['the best move, others a little worse', position(STEP!, cp(0), cp(-20)), moved(STEP!), 'good'],
    ['one among several', position(STEP!, cp(0), cp(-5)), moved(STEP!), null],
    ['the only move at all', position(STEP!, cp(0), null), moved(STEP!), null],
    ['all others lose', position(STEP!, cp(0), LOST), moved(STEP!), 'brilliant'],
    ['not the best move', position(OTHER!, cp(0), cp(-100)), moved(STEP!), null],
    ['a capture that anybody sees', position(STEP!, cp(0), cp(-100)), moved(STEP!, 1), 'good'],
    ['a capture that hides', position(STEP!, cp(0), cp(-100), OTHER!), moved(STEP!, 1), 'brilliant'],
    ['into the den', position(INTO_DEN, WON, cp(0)), moved(INTO_DEN), 'good'],
  ])('brilliant, good or ordinary: %s', (_, evaluation, move, mark) => {
    expect(markOf(evaluation, move, 0)).toBe(mark);
  });

  test('never gives a better mark for a greater loss', () => {
    const losses = fc.double({ min: 0, max: 100, noNaN: true });
    const evaluation = position(STEP!, cp(0), cp(0));
    const rank = (loss: number) => {
      const mark = markOf(evaluation, moved(OTHER!), loss);
      return mark ? MARKS.indexOf(mark) : -1;
    };
    fc.assert(
      fc.property(losses, losses, (a, b) => {
        expect(rank(Math.max(a, b))).toBeGreaterThanOrEqual(rank(Math.min(a, b)));
      }),
    );
    expect(LOSSES.inaccuracy < LOSSES.mistake && LOSSES.mistake < LOSSES.blunder).toBe(true);
  });
});
