import { readFile } from 'node:fs/promises';
import { formatSquareMove } from '@doushouqi/engine';
import { levelOf, limitsOfLevel } from '@doushouqi/engine/laboratory';
import { describe, expect, test } from 'vitest';
import { gameOf, KINDS, loadEngine, type Puzzle, SUITE, searched } from './players.ts';

const puzzles: Puzzle[] = JSON.parse(await readFile(SUITE, 'utf8'));
const core = await loadEngine();

describe('level 5 solves the tactical suite', () => {
  test('has at least 60 positions, some of every kind', () => {
    expect(puzzles.length).toBeGreaterThanOrEqual(60);
    expect(new Set(puzzles.map(({ kind }) => kind))).toEqual(new Set(KINDS));
  });

  test.each(puzzles)('$kind $fen', ({ fen, move, win, proof }) => {
    const best = searched(core, gameOf(fen), limitsOfLevel(levelOf(5))).lines[0]!;
    expect(formatSquareMove(best.move)).toBe(move);
    // The distance of a win is not checked if only a much longer search found it.
    if (win !== null && proof !== 'search') expect(best.score).toEqual({ kind: 'win', plies: win });
  });
});
