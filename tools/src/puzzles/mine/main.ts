/**
 * `npm run puzzles:mine -- endgames [--all] [--seed N]`: mines the levels of the endgame school and writes them to
 * `packages/endgames`. Levels that still fit stay, unless `--all` replaces them. Titles and hints there belong to the levels.
 *
 * `npm run puzzles:mine -- puzzles [--count N] [--seed S] [--jobs J]`: adds N puzzles from the games of a seed to
 * `packages/puzzles/data`, after the games that the seed has had.
 */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { LEVELS } from '@doushouqi/endgames';
import { type MinedLevel, mineLevels } from './mine.ts';
import { minePuzzles } from './puzzles.ts';
import { FOLDER, Store } from './store.ts';

const FILE = join(import.meta.dirname, '../../../../packages/endgames/src/levels.ts');
const HEAD = `/** Written by \`npm run puzzles:mine -- endgames\`; \`npm run puzzles:check -- endgames\` proves it. */
import type { Level } from './level.ts';
`;

function rowOf(level: MinedLevel): string {
  const fields = Object.entries(level).map(([name, value]) =>
    typeof value === 'number' ? `    ${name}: ${value},` : `    ${name}: '${value}',`,
  );
  return `  {\n${fields.join('\n')}\n  },`;
}

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    seed: { type: 'string', default: '43' },
    all: { type: 'boolean', default: false },
    count: { type: 'string', default: '100' },
    jobs: { type: 'string' },
    folder: { type: 'string', default: FOLDER },
  },
});
if (positionals[0] === 'endgames') {
  const known = values.all ? [] : LEVELS;
  const levels = mineLevels({ seed: Number(values.seed), known, log: console.log });
  await writeFile(
    FILE,
    `${HEAD}\nexport const LEVELS: readonly Level[] = [\n${levels.map(rowOf).join('\n')}\n];\n`,
  );
} else if (positionals[0] === 'puzzles') {
  const jobs = values.jobs === undefined ? {} : { jobs: Number(values.jobs) };
  await minePuzzles(new Store(values.folder), {
    seed: Number(values.seed),
    count: Number(values.count),
    ...jobs,
    log: console.log,
  });
} else {
  console.error('usage: npm run puzzles:mine -- endgames|puzzles [--seed N] [--count N] [--jobs N]');
  process.exitCode = 2;
}
