import { parseArgs } from 'node:util';
import { MATCH_OPTIONS, type MatchResult, matchLine, playMatch } from './match.ts';
import { PLAYERS } from './players.ts';

/**
 * `npm run match -- A B`: a match between two players. `npm run ladder`: each level against the one below, a scripted
 * beginner against level 1, and level 5 against a plain alpha-beta, each with its required score. Exits with 1 if a
 * required score is missed.
 */
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { ...MATCH_OPTIONS, only: { type: 'string', default: '' } },
});
const [command, first, second] = positionals;
const extent = { games: Number(values.games), jobs: Number(values.jobs), seed: Number(values.seed) };

interface Rung {
  readonly players: readonly [string, string];
  readonly wanted: string;
  readonly holds: (result: MatchResult) => boolean;
  /** Half of the games. */
  readonly isShort?: true;
}

const RUNGS: readonly Rung[] = [
  { players: ['beginner', 'level:1'], wanted: 'at least 40 %', holds: ({ score }) => score >= 0.4 },
  ...[2, 3, 4, 5].map((level): Rung => {
    const players = [`level:${level}`, `level:${level - 1}`] as const;
    return { players, wanted: 'at least 200 Elo', holds: ({ elo }) => elo >= 200 };
  }),
  {
    players: ['level:5', 'plain:6'],
    wanted: 'no game lost',
    holds: ({ losses }) => losses === 0,
    isShort: true,
  },
];

async function climb(): Promise<boolean> {
  let isHeld = true;
  for (const { players, wanted, holds, isShort } of RUNGS) {
    if (!players.join('-').includes(values.only)) continue;
    const games = isShort ? Math.ceil(extent.games / 2) : extent.games;
    const result = await playMatch(players, { ...extent, games });
    isHeld = holds(result) && isHeld;
    const verdict = holds(result) ? 'ok  ' : 'FAIL';
    console.log(`${verdict} ${matchLine(result)} (${wanted})`);
  }
  return isHeld;
}

let isHeld = true;
if (command === 'ladder') isHeld = await climb();
else if (first === undefined || second === undefined) {
  console.error(`usage: npm run match -- A B [--games 200] [--jobs N] [--seed N]\nPlayers:\n${PLAYERS}`);
  isHeld = false;
} else {
  const result = await playMatch([first, second], extent);
  console.log(matchLine(result));
}
process.exit(isHeld ? 0 : 1);
