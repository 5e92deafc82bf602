import type { Side } from '@doushouqi/rules';
import { expect, it } from 'vitest';
import { seenPly } from './ply.ts';
import type { Animal, BoardPiece } from './types.ts';

function piece(side: Side, animal: Animal, x: number, y: number): BoardPiece {
  return {
    side,
    animal,
    at: { x, y },
  };
}
const tiger = piece('red', 'tiger', 5, 6);
const moved = piece('red', 'tiger', 5, 2);
const wolf = piece('blue', 'wolf', 5, 2);
const lion = piece('blue', 'lion', 0, 0);

it.each([
  ['a move', [tiger, lion], [moved, lion], { from: tiger.at, to: moved.at, captured: null }],
  ['a capture', [tiger, wolf, lion], [moved, lion], { from: tiger.at, to: moved.at, captured: wolf }],
  [
    'a capture taken back',
    [moved, lion],
    [tiger, wolf, lion],
    { from: moved.at, to: tiger.at, captured: null },
  ],
])('detects %s', (_, before, after, expected) => {
  expect(seenPly(before, after)).toMatchObject(expected);
});

it.each([
  ['nothing', [tiger, lion], [tiger, lion]],
  ['two pieces', [tiger, lion], [moved, piece('blue', 'lion', 0, 1)]],
  ['a piece that vanished elsewhere', [tiger, lion], [moved]],
  ['a piece that appeared elsewhere', [tiger], [moved, lion]],
  ['a removal alone', [tiger, lion], [tiger]],
])('detects no ply: %s', (_, before, after) => {
  expect(seenPly(before, after)).toBeNull();
});
