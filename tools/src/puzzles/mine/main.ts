/**
 * `npm run puzzles:mine -- endgames`: mines the levels of the endgame school and writes them to `packages/endgames`. `--seed N`
 * chooses others; titles and hints there belong to the levels of the default seed.
 */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { type MinedLevel, mineLevels } from './mine.ts';

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
  options: { seed: { type: 'string', default: '43' } },
});
if (positionals[0] === 'endgames') {
  const levels = mineLevels(Number(values.seed), console.log);
  await writeFile(
    FILE,
    `${HEAD}\nexport const LEVELS: readonly Level[] = [\n${levels.map(rowOf).join('\n')}\n];\n`,
  );
} else {
  console.error('usage: npm run puzzles:mine -- endgames [--seed N]');
  process.exitCode = 2;
}
