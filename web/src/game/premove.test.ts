import { gameOf, moveOf } from '@doushouqi/room-client/testing';
import { describe, expect, it } from 'vitest';
import { premoveTargets } from './premove.ts';

function targets(from: string, moves: string[] = []): string[] {
  const { from: at } = moveOf(from + from);
  return premoveTargets(gameOf(moves), 'blue')
    .filter((move) => move.from.x === at.x && move.from.y === at.y)
    .map(({ to }) => `${'abcdefg'[to.x]}${9 - to.y}`)
    .sort();
}

describe('premoveTargets', () => {
  it.each([
    ['a plain piece goes one step, not into its own den', 'b8', ['a8', 'b7', 'b9', 'c8']],
    ['on land it stays out of the river', 'e7', ['d7', 'e8', 'f7']],
    ['the rat may swim', 'a7', ['a6', 'a8', 'b7']],
    ['the elephant may not', 'g7', ['f7', 'g6', 'g8']],
  ])('%s', (_, from, expected) => expect(targets(from)).toEqual(expected));

  it("excludes squares of the player's own pieces", () => {
    expect(targets('b9', ['a1b1', 'a9b9'])).toEqual(['a9', 'c9']);
  });
});
