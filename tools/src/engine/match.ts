/** `npm run match -- A B --games N [--jobs N] [--seed N] [--json]`: a match between two players. */
import { availableParallelism } from 'node:os';
import { parseArgs } from 'node:util';
import { matchLine, playMatch, report } from './play-match.ts';
import { PLAYERS } from './players.ts';

const USAGE = `usage: npm run match -- A B [--games 100] [--jobs N] [--seed N] [--json]\nPlayers:\n${PLAYERS}`;

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    games: { type: 'string', default: '100' },
    jobs: { type: 'string', default: String(availableParallelism()) },
    seed: { type: 'string', default: '1' },
    json: { type: 'boolean', default: false },
  },
});
const [first, second] = positionals;
const [games, jobs, seed] = [values.games, values.jobs, values.seed].map(Number) as [number, number, number];

if (first === undefined || second === undefined || !(games > 0) || !(jobs > 0) || !Number.isInteger(seed)) {
  console.error(USAGE);
  process.exitCode = 1;
} else {
  const result = await playMatch([first, second], { games, jobs, seed }, report);
  if (process.stderr.isTTY) process.stderr.write('\r\x1b[K');
  console.log(values.json ? JSON.stringify(result) : matchLine(result));
}
