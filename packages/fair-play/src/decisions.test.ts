import { describe, expect, test } from 'vitest';
import { type AnalyzedPly, decisionsOf } from './decisions.ts';

const [GOOD, OTHER, THIRD, POOR] = [
  { from: { x: 0, y: 6 }, to: { x: 0, y: 5 } },
  { from: { x: 2, y: 6 }, to: { x: 2, y: 5 } },
  { from: { x: 4, y: 6 }, to: { x: 4, y: 5 } },
  { from: { x: 6, y: 6 }, to: { x: 6, y: 5 } },
] as const;

function ply(values: readonly [number, number, number], parts: Partial<AnalyzedPly> = {}): AnalyzedPly {
  const lines = [GOOD, OTHER, THIRD].map((move, n) => ({ move, value: values[n]! }));
  return { move: GOOD, lines, choices: 12, pieces: 16, ms: null, ...parts };
}

/** The plies after those that are played from habit; red moves first. */
function decisions(...plies: AnalyzedPly[]) {
  const habit = Array.from({ length: 6 }, () => ply([0, 0, 0]));
  return decisionsOf([...habit, ...plies], 0);
}

describe('a decision', () => {
  test.each<[what: string, ply: AnalyzedPly, clarity: number, quality: number, loss: number]>([
    ['the best move', ply([50, 45, 0]), 0, 0, 0],
    ['a move as good', ply([50, 45, 0], { move: OTHER }), 0, 1, 5],
    ['a clear best move', ply([50, 20, 0]), 1, 0, 0],
    ['the second of a clear one', ply([50, 20, 0], { move: OTHER }), 1, 2, 30],
    ['missing the only move', ply([300, 20, 0], { move: THIRD }), 2, 5, 300],
  ])('%s', (_, one, clarity, quality, loss) => {
    expect(decisions(one)).toMatchObject([{ clarity, quality, loss }]);
  });

  test('of another move costs what the opponent can make of it, at least as much as the third line', () => {
    const [reply, mild] = [ply([150, 0, 0]), ply([-40, -50, -60])];
    expect(decisions(ply([20, 10, 0], { move: POOR }), reply)[0]?.loss).toBe(170);
    expect(decisions(ply([20, 10, 0], { move: POOR }), mild)[0]?.loss).toBe(20);
  });

  test.each<[what: string, ply: AnalyzedPly]>([
    ['a single legal move', ply([0, 0, 0], { choices: 1 })],
    ['a won position', ply([900, 850, 0])],
    ['a lost position', ply([-900, -950, -999])],
  ])('is none with %s', (_, one) => {
    expect(decisions(one)).toEqual([]);
  });

  test('knows its phase, its time and a disadvantage', () => {
    const plies = Array.from({ length: 15 }, () => ply([0, 0, 0]));
    const late = ply([-150, -160, -170], { pieces: 8, ms: 900 });
    expect(decisions(...plies, late).map(({ phase }) => phase)).toEqual([
      ...Array<string>(7).fill('opening'),
      'middle',
    ]);
    expect(decisions(late)).toMatchObject([{ phase: 'ending', ms: 900, isBehind: true }]);
  });
});
