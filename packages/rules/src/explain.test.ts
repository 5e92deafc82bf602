import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { anyGame, anyPosition, board, move } from '../test/fixtures.ts';
import {
  checkMove,
  explainMove,
  explainStep,
  HEIGHT,
  type Move,
  newGame,
  positionOf,
  type Side,
  STEP_FAULTS,
  type StepFault,
  WIDTH,
} from './index.ts';

/** Points of the board and one cell beyond each edge. */
const POINTS = Array.from({ length: (WIDTH + 2) * (HEIGHT + 2) }, (_, index) => ({
  x: (index % (WIDTH + 2)) - 1,
  y: Math.floor(index / (WIDTH + 2)) - 1,
}));
const PAIRS: readonly Move[] = POINTS.flatMap((from) => POINTS.map((to) => ({ from, to })));

function spell(pieces: readonly { position: { x: number; y: number } }[] | undefined): string {
  return (pieces ?? []).map(({ position }) => `${position.x},${position.y}`).join(' ');
}

const CASES: readonly [StepFault, string, string, string, Side?][] = [
  ['NO_STEP', 'D0,6', '0,6-0,6', '0,6'],
  ['OWN_PIECE', 'D0,6 E0,5', '0,6-0,5', '0,5'],
  ['OWN_PIECE', 'D0,6 E6,0', '0,6-6,0', '6,0'],
  ['OWN_DEN', 'D3,7', '3,7-3,8', ''],
  ['OWN_DEN', 'd3,1', '3,1-3,0', '', 'blue'],
  ['DIAGONAL', 'D0,6', '0,6-1,7', ''],
  ['TOO_FAR', 'D0,6', '0,6-0,4', ''],
  ['TOO_FAR', 'L0,3', '0,3-4,3', ''],
  ['TOO_FAR', 'D0,3', '0,3-3,3', ''],
  ['TOO_FAR', 'W0,6 e4,2', '0,6-4,2', '4,2'],
  ['INTO_RIVER', 'C1,2', '1,2-1,3', ''],
  ['INTO_RIVER', 'T1,2 r1,3', '1,2-1,3', '1,3'],
  ['LEAP_BLOCKED', 'T1,2 r1,4', '1,2-1,6', '1,4'],
  ['LEAP_BLOCKED', 'L0,3 R1,3 r2,3', '0,3-3,3', '1,3 2,3'],
  ['LEAP_BLOCKED', 'T0,3 r1,3 e3,3', '0,3-3,3', '1,3'],
  ['CAPTURE_FROM_RIVER', 'R1,3 e1,2', '1,3-1,2', '1,2'],
  ['CAPTURE_INTO_RIVER', 'R1,2 r1,3', '1,2-1,3', '1,3'],
  ['ELEPHANT_TAKES_RAT', 'E0,6 r0,5', '0,6-0,5', '0,5'],
  ['OUTRANKED', 'C0,6 d0,5', '0,6-0,5', '0,5'],
  ['OUTRANKED', 'T0,3 l3,3', '0,3-3,3', '3,3'],
];

describe('a fault of geometry or capture', () => {
  test.each(CASES)('%s: %s, %s', (code, pieces, text, blockers, side = 'red') => {
    const fault = explainStep(board(pieces, side), move(text));
    expect(fault?.code).toBe(code);
    expect(spell(fault?.blockers)).toBe(blockers);
  });

  test('has a case in this file for each code', () => {
    expect([...new Set(CASES.map(([code]) => code))]).toEqual([...STEP_FAULTS]);
  });

  test('is null for a capture in a trap of the moving side', () => {
    expect(explainStep(board('R2,7 e3,7'), move('2,7-3,7'))).toBeNull();
  });
});

describe('a move of a game', () => {
  test('has a fault if and only if it is illegal, with every code of checkMove but ILLEGAL_MOVE', () => {
    const games = fc.oneof(
      anyPosition.map((position) => newGame(undefined, position)),
      anyGame({ sevenThree: true, seventeenFive: true }),
    );
    fc.assert(
      fc.property(games, (game) => {
        for (const one of PAIRS) {
          const code = checkMove(game, one);
          const fault = explainMove(game, one);
          const isRight =
            code === 'ILLEGAL_MOVE'
              ? STEP_FAULTS.some((known) => known === fault?.code)
              : (fault?.code ?? null) === code;
          if (!isRight) throw new Error(`${JSON.stringify(one)}: ${code}, ${fault?.code}`);
        }
      }),
      { numRuns: 60 },
    );
  });

  test('names only cells with pieces as blockers', () => {
    fc.assert(
      fc.property(anyPosition, (position) => {
        const game = newGame(undefined, position);
        for (const one of PAIRS) {
          for (const { position: at } of explainMove(game, one)?.blockers ?? []) {
            const cell = at.y * WIDTH + at.x;
            if (!positionOf(game).cells[cell]) throw new Error(`${JSON.stringify(one)}: nothing on ${cell}`);
          }
        }
      }),
      { numRuns: 60 },
    );
  });
});
