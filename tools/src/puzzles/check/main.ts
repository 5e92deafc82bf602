/**
 * `npm run puzzles:check`: proves every level of the endgame school and every puzzle again; `-- endgames` or `-- puzzles` one of
 * both. Exits with 1 if one is wrong.
 */
import { parseArgs } from 'node:util';
import { checkEndgames } from './endgames.ts';
import { checkPuzzles } from './puzzles.ts';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { tried: { type: 'string', default: '60' }, engine: { type: 'string', default: '0' } },
});

const CHECKS: Readonly<Record<string, () => boolean | Promise<boolean>>> = {
  endgames: () => checkEndgames(console.log),
  puzzles: () =>
    checkPuzzles({ log: console.log, tried: Number(values.tried), searched: Number(values.engine) }),
};

const names = positionals.length === 0 ? Object.keys(CHECKS) : positionals;
if (names.some((name) => CHECKS[name] === undefined)) {
  console.error(
    `usage: npm run puzzles:check -- [${Object.keys(CHECKS).join('|')}] [--tried N] [--engine N]`,
  );
  process.exitCode = 2;
} else {
  for (const name of names) if (!(await CHECKS[name]!())) process.exitCode = 1;
}
