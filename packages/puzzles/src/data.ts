/** The mined puzzles and their games, read from the files of `data/`. For Node. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Puzzle, parsePuzzle } from './puzzle.ts';

const FOLDER = join(import.meta.dirname, '..', 'data');

/** Returns the lines of all files `NAME-1.txt`, `NAME-2.txt`, …, in their order. */
function linesOf(name: 'puzzles' | 'games'): string[] {
  const numbers = readdirSync(FOLDER)
    .map((file) => new RegExp(`^${name}-(\\d+)\\.txt$`).exec(file)?.[1])
    .filter((number) => number !== undefined)
    .sort((a, b) => Number(a) - Number(b));
  return numbers.flatMap((number) =>
    readFileSync(join(FOLDER, `${name}-${number}.txt`), 'utf8')
      .split('\n')
      .filter(Boolean),
  );
}

/**
 * Reads every puzzle.
 * @throws Error if a line is no puzzle.
 */
export function readPuzzles(): Puzzle[] {
  return linesOf('puzzles').map((line) => {
    const puzzle = parsePuzzle(line);
    if (!puzzle.ok) throw new Error(`${puzzle.error}: ${line}`);
    return puzzle.value;
  });
}

/** Reads the games by id: the record (`formatRecord`) of each, from the usual start. */
export function readGames(): Map<string, string> {
  return new Map(linesOf('games').map((line) => line.split('\t') as [string, string]));
}
