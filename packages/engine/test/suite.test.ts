import { readFile } from 'node:fs/promises';
import { describe, expect, test } from 'vitest';
import { levelOf, limitsOfLevel } from '../src/levels.ts';
import { formatSquareMove } from '../src/squares.ts';
import type { Puzzle } from '../tools/puzzle.ts';
import { gameOf, newCore, search } from './core.ts';

const puzzles: Puzzle[] = JSON.parse(await readFile(new URL('./suite.json', import.meta.url), 'utf8'));
const core = await newCore();

describe('level 5 solves the tactical suite', () => {
  test('which has positions of every kind', () => {
    expect(puzzles.length).toBeGreaterThanOrEqual(60);
    expect(new Set(puzzles.map(({ kind }) => kind))).toEqual(
      new Set(['ending', 'elephant', 'leap', 'trap', 'den', 'gain']),
    );
  });

  test.each(puzzles)('$kind $fen', ({ fen, move, win }) => {
    const { lines } = search(core, gameOf(fen), limitsOfLevel(levelOf(5)));
    expect(formatSquareMove(lines[0]!.move)).toBe(move);
    if (win !== null) expect(lines[0]?.score).toMatchObject({ kind: 'win' });
  });
});
