/** `npm run puzzles:check -- endgames`: proves every level again. Exits with 1 if one is wrong. */
import { checkEndgames } from './endgames.ts';

const CHECKS: Readonly<Record<string, (log: (line: string) => void) => boolean>> = {
  endgames: checkEndgames,
};

const check = CHECKS[process.argv[2] ?? ''];
if (check) process.exitCode = check(console.log) ? 0 : 1;
else {
  console.error(`usage: npm run puzzles:check -- ${Object.keys(CHECKS).join('|')}`);
  process.exitCode = 2;
}
