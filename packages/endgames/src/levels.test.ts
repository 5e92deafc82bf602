import {
  formatFen,
  legalMoves,
  newGame,
  outcome,
  parseFen,
  pieces,
  positionOf,
  turn,
} from '@doushouqi/rules';
import { describe, expect, it } from 'vitest';
import { HINTS } from './hints.ts';
import { CHAPTERS, LEVEL_RULES, LEVELS_OF_CHAPTER, numberOf, startOf } from './level.ts';
import { LEVELS } from './levels.ts';
import { levelsOf } from './progress.ts';
import { bestChoice, readSolution } from './solution.ts';
import { CHAPTER_LEADS, CHAPTER_TITLES, LEVEL_TITLES } from './titles.ts';

describe.each(CHAPTERS)('chapter %s', (chapter) => {
  const levels = levelsOf(chapter);

  it('has nine numbered levels that do not get shorter, and its texts', () => {
    expect(levels.map(numberOf)).toEqual(Array.from({ length: LEVELS_OF_CHAPTER }, (_, at) => at + 1));
    const lengths = levels.map(({ shortest }) => shortest);
    expect(lengths).toEqual(lengths.toSorted((a, b) => a - b));
    expect(CHAPTER_TITLES[chapter]).toMatch(/^\p{Script=Han}{2,4}$/u);
    expect(CHAPTER_LEADS[chapter].length).toBeGreaterThan(10);
  });

  it.each(levels)('$id has a valid position with the player to move', ({ fen, side }) => {
    const position = parseFen(fen);
    if (!position.ok) throw new Error(position.error.code);
    expect(formatFen(position.value)).toBe(fen);
    expect(turn(position.value)).toBe(side);
    expect(outcome(newGame(LEVEL_RULES, position.value)).winner).toBe(null);
    const standing = pieces(position.value);
    expect(standing.length).toBeLessThanOrEqual(4);
    expect(new Set(standing.map((piece) => piece.side)).size).toBe(2);
  });

  it.each(levels)('$id has a solution whose first move is shown by the hint', (level) => {
    const solution = readSolution(level);
    const start = startOf(level);
    const choices = solution.get(formatFen(positionOf(start))) ?? [];
    expect(choices).toHaveLength(legalMoves(positionOf(start)).length);
    const best = bestChoice(solution, start);
    expect(best?.left ?? null).toBe(level.goal === 'win' ? (level.shortest - 1) / 2 : null);
    expect(choices).toContain(best);
  });

  it.each(levels)('$id has a title and a hint of its own', ({ id }) => {
    expect(LEVEL_TITLES[id]).toMatch(/^\p{Script=Han}{4}$/u);
    expect(HINTS[id]?.length).toBeGreaterThanOrEqual(8);
    expect(HINTS[id]?.length).toBeLessThanOrEqual(48);
  });
});

it('no title and no hint is without a level or used twice', () => {
  const ids = LEVELS.map(({ id }) => id);
  expect(Object.keys(LEVEL_TITLES)).toEqual(ids);
  expect(Object.keys(HINTS)).toEqual(ids);
  expect(new Set(Object.values(LEVEL_TITLES)).size).toBe(ids.length);
});

it('refuses a solution that does not fit its position', () => {
  const [level] = LEVELS;
  expect(() => readSolution({ ...level!, solution: level!.solution.slice(1) })).toThrow('does not fit');
  expect(() => readSolution({ ...level!, solution: `${level!.solution}.` })).toThrow('does not fit');
});
