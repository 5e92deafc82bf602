/**
 * `npm run ladder -- [--games 200] [--jobs N] [--only PART] [--params FILE] [--json]`: each level against the one
 * below, a scripted beginner against level 1, and level 5 against a plain alpha-beta, each with its required score.
 */
import { availableParallelism } from 'node:os';
import { parseArgs } from 'node:util';
import { type MatchResult, matchLine, playMatch, report } from './play-match.ts';

interface Rung {
  readonly players: readonly [string, string];
  /** Maps the number of games of the command line. */
  readonly games: (games: number) => number;
  readonly wanted: string;
  readonly holds: (result: MatchResult) => boolean;
}

const NEIGHBORS: readonly Rung[] = [2, 3, 4, 5].map((level) => ({
  players: [`level:${level}`, `level:${level - 1}`],
  games: (games) => games,
  wanted: 'at least 200 Elo',
  holds: ({ elo }) => elo >= 200,
}));

const RUNGS: readonly Rung[] = [
  {
    players: ['beginner', 'level:1'],
    games: (games) => games,
    wanted: 'at least 40 %',
    holds: ({ score }) => score >= 0.4,
  },
  ...NEIGHBORS,
  {
    players: ['level:5', 'plain:6'],
    games: (games) => Math.ceil(games / 2),
    wanted: 'no game lost',
    holds: ({ losses }) => losses === 0,
  },
];

/** Sets other evaluation parameters on the levels. */
function withParams(player: string): string {
  return values.params !== undefined && player.startsWith('level')
    ? `${player},params=${values.params}`
    : player;
}

const { values } = parseArgs({
  options: {
    games: { type: 'string', default: '200' },
    jobs: { type: 'string', default: String(availableParallelism()) },
    seed: { type: 'string', default: '1' },
    params: { type: 'string' },
    only: { type: 'string', default: '' },
    json: { type: 'boolean', default: false },
  },
});

const [games, jobs, seed] = [Number(values.games), Number(values.jobs), Number(values.seed)];
for (const rung of RUNGS.filter(({ players }) => players.join('-').includes(values.only))) {
  const players = rung.players.map(withParams) as [string, string];
  const result = await playMatch(players, { games: rung.games(games), jobs, seed }, report);
  if (process.stderr.isTTY) process.stderr.write('\r\x1b[K');
  const holds = rung.holds(result);
  console.log(
    values.json
      ? JSON.stringify({ ...result, wanted: rung.wanted, holds })
      : `${holds ? 'ok  ' : 'FAIL'} ${matchLine(result)} (${rung.wanted})`,
  );
  if (!holds) process.exitCode = 1;
}
