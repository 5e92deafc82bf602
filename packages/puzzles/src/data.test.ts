import { parseFen, parseRecord } from '@doushouqi/rules';
import { expect, it } from 'vitest';
import { readGames, readPuzzles } from './data.ts';
import { formatPuzzle, MOTIFS, parsePuzzle } from './puzzle.ts';

const puzzles = readPuzzles();
const games = readGames();

it('has puzzles with ids of their own', () => {
  expect(puzzles.length).toBeGreaterThanOrEqual(3_000);
  expect(new Set(puzzles.map(({ id }) => id)).size).toBe(puzzles.length);
});

it('has ratings, positions and lines in range', () => {
  for (const puzzle of puzzles) {
    expect(puzzle.rating, puzzle.id).toBeGreaterThanOrEqual(800);
    expect(puzzle.rating, puzzle.id).toBeLessThanOrEqual(2400);
    expect(parseFen(puzzle.fen).ok, puzzle.id).toBe(true);
    expect(puzzle.line.length % 2, puzzle.id).toBe(1);
    expect(puzzle.motifs.length, puzzle.id).toBeGreaterThan(0);
  }
});

it('has puzzles of every motif', () => {
  expect(new Set(puzzles.flatMap(({ motifs }) => motifs))).toEqual(new Set(MOTIFS));
});

it('has a readable game for each puzzle, and no other games', () => {
  expect(new Set(puzzles.map(({ game }) => game.id))).toEqual(new Set(games.keys()));
  for (const record of [...games.values()].slice(0, 100)) expect(parseRecord(record).ok).toBe(true);
});

it('formats a puzzle as it was read', () => {
  for (const puzzle of puzzles) {
    const again = parsePuzzle(formatPuzzle(puzzle));
    expect(again.ok && again.value).toEqual(puzzle);
  }
});
