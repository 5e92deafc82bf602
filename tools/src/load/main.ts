import { execFileSync } from 'node:child_process';
import { parseArgs } from 'node:util';
import { compareArena } from './arena.ts';
import { compareChecks } from './checks.ts';
import { standIdle } from './idle.ts';
import { compareNodes, compareRooms, compareUsual } from './moves.ts';
import { weatherStorm } from './storm.ts';
import type { Extent } from './venue.ts';

/**
 * `npm run bench:load -- MODE …`: measures on one core, with the load on another (docs/performance.md). `--rooms`,
 * `--seconds` of each load, and `--clients` make it smaller. Exits with 1 if a limit is exceeded or a move is lost.
 */
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { rooms: { type: 'string' }, seconds: { type: 'string' }, clients: { type: 'string' } },
});

const MODES: Readonly<Record<string, (extent: Extent) => Promise<boolean>>> = {
  ratio: compareUsual,
  nodes: compareNodes,
  rooms: compareRooms,
  idle: standIdle,
  storm: weatherStorm,
  checks: compareChecks,
  arena: compareArena,
};

function numberOf(text: string | undefined): number | undefined {
  if (text === undefined || Number(text) >= 1) return text === undefined ? undefined : Number(text);
  throw new Error(`${text} is not a number from 1 on`);
}

if (positionals.length === 0 || positionals.some((mode) => !(mode in MODES))) {
  console.error(
    `usage: npm run bench:load -- ${Object.keys(MODES).join('|')} [--rooms N] [--seconds N] [--clients N]`,
  );
  process.exit(1);
}
execFileSync('taskset', ['-acp', '1', String(process.pid)], { stdio: 'ignore' });
const extent = {
  rooms: numberOf(values.rooms),
  seconds: numberOf(values.seconds),
  clients: numberOf(values.clients),
};
let isHeld = true;
for (const mode of positionals) isHeld = (await MODES[mode]!(extent)) && isHeld;
process.exit(isHeld ? 0 : 1);
