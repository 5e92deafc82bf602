/**
 * `npm run compose:crashes -- --tables 8 --rounds 4`: users play on the running `docker compose` product on this
 * machine while its processes die (SIGKILL): each alone, then `rounds` times three random ones; the engine restarts
 * them. Exits with 1 if an acknowledged move is lost or one takes longer than 30 s. Needs root.
 */
import { setTimeout as delay } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { findComposed } from '@doushouqi/scripts';
import type { Life } from './bench-deploy/game.ts';
import { longestStall, playWhile } from './composed/games.ts';

const { values } = parseArgs({
  options: {
    tables: { type: 'string', default: '8' },
    rounds: { type: 'string', default: '4' },
  },
});
const OBSERVED_MS = 6_000;
/** Number of simultaneous deaths in the rounds after those of `GROUPS`. */
const AT_ONCE = 3;

const composed = findComposed();
const names = [...composed.processes.keys()];
/** Deaths of every run: each process alone, and replicas of one service together. */
const GROUPS: readonly (readonly string[])[] = [
  [],
  ...names.map((name) => [name]),
  ...['timekeeper', 'realtime'].map((role) => names.filter((name) => name.startsWith(role))),
  ['redis', 'mongodb'],
];

function someAtRandom(): string[] {
  return names
    .map((name) => ({ name, at: Math.random() }))
    .sort((a, b) => a.at - b.at)
    .slice(0, AT_ONCE)
    .map(({ name }) => name);
}

async function strike(victims: readonly string[], life: Life): Promise<void> {
  for (const name of victims) composed.crash(name);
  await delay(OBSERVED_MS);
  console.log(
    `${(victims.join(' ') || '(nothing)').padEnd(40)} ${life.sent} sent, ${life.acknowledged} acknowledged, longest stall ${longestStall(life)} ms`,
  );
}

const result = await playWhile(composed, Number(values.tables), async (begin) => {
  for (const group of GROUPS) await strike(group, begin());
  for (let round = 0; round < Number(values.rounds); round++) await strike(someAtRandom(), begin());
});
console.log(result);
process.exit(result.lost + result.doubled === 0 ? 0 : 1);
