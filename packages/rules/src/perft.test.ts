import { describe, expect, test } from 'vitest';
import { board } from '../test/fixtures.ts';
import { plainPerft } from '../testing/plainGenerator.ts';
import { perft, pieces, startPosition, turn } from './index.ts';

describe('perft', () => {
  // Depth 6 is 100 453 636, about a second: `npm run -s perft -- 6`.
  test.each([
    [0, 1],
    [1, 24],
    [2, 576],
    [3, 12_240],
    [4, 260_099],
    [5, 5_111_620],
  ])('depth %i from the start is %i', (depth, nodes) => {
    expect(perft(startPosition(), depth)).toBe(nodes);
  });

  test.each([
    ['leaps, rats and an elephant', 'L1,2 T6,3 R4,4 E0,4 r2,4 e3,5 l5,6 d3,3', 'red'],
    ['traps on both sides', 'C3,1 W2,2 E3,6 R2,7 l3,7 j4,7 d2,0 r4,2', 'blue'],
    ['a den within reach', 'D3,1 L2,0 R1,3 t4,8 e3,7 r0,3', 'red'],
  ] as const)('agrees with the plain generator: %s', (_, text, side) => {
    const position = board(text, side);
    const plain = { pieces: pieces(position), turn: turn(position) };
    for (const depth of [1, 2, 3, 4]) expect(perft(position, depth)).toBe(plainPerft(plain, depth));
  });

  test('does not continue after a den is entered', () => {
    const position = board('D3,1 d0,0');
    // One of the dog's moves enters the den; after each of the others blue has two.
    expect([1, 2].map((depth) => perft(position, depth))).toEqual([4, 6]);
    expect(perft(board('D3,0 d0,0', 'blue'), 1)).toBe(0);
  });
});
