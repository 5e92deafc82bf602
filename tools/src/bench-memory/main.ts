import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as delay } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { freePorts } from '@doushouqi/scripts';
import { sum } from '../measure/statistics.ts';
import { type ProcessMemory, treeMemory } from './process-tree.ts';

/**
 * `npm run bench:memory -- --rest 60`: memory of everything that `npm start` starts, npm included, after this many idle
 * seconds: proportional set size, which counts shared memory once.
 */
const AIM_MIB = 660;
const ROOT = join(import.meta.dirname, '..', '..', '..');
const READY = 'Ctrl-C stops everything';
const { values } = parseArgs({ options: { rest: { type: 'string', default: '60' } } });
const rest = Number(values.rest);
if (!(rest >= 0)) {
  console.error('usage: npm run bench:memory -- --rest 60 (seconds)');
  process.exit(1);
}

function mib(bytes: number): string {
  return (bytes / 1_024 / 1_024).toFixed(1).padStart(10);
}

function report(processes: readonly ProcessMemory[]): number {
  const rows = processes.map(({ name, ...its }) => ({ ...its, name }));
  const total = {
    name: 'all of them',
    proportional: sum(rows.map(({ proportional }) => proportional)),
    anonymous: sum(rows.map(({ anonymous }) => anonymous)),
  };
  const lines = [...rows, total].map(
    ({ name, proportional, anonymous }) => `${name.padEnd(24)}${mib(proportional)}${mib(anonymous)}`,
  );
  console.log(
    [`${'MiB'.padEnd(24)}${'PSS'.padStart(10)}${'anonymous'.padStart(10)}`, ...lines, ''].join('\n'),
  );
  return total.proportional / 1_024 / 1_024;
}

const [port = 0] = await freePorts(1);
const npm = spawn('npm', ['start'], {
  cwd: ROOT,
  env: { ...process.env, PORT: String(port) },
  // Its own process group, so that Ctrl-C is sent as by a terminal.
  detached: true,
  stdio: ['ignore', 'pipe', 'inherit'],
});
const ended = once(npm, 'exit');
const output = createInterface({ input: npm.stdout });
const ready = (async () => {
  for await (const line of output) {
    console.error(line);
    if (line.includes(READY)) return;
  }
  throw new Error('npm start ended before it was ready');
})();
try {
  await ready;
  // Drains the output; a full pipe would block the process.
  npm.stdout.resume();
  await delay(rest * 1_000);
  const total = report(treeMemory(npm.pid!));
  const holds = total <= AIM_MIB;
  console.log(
    `${holds ? 'holds' : 'FAILS'}  everything at rest: ${total.toFixed(0)} MiB (aim ${AIM_MIB} MiB)`,
  );
  process.exitCode = holds ? 0 : 1;
} finally {
  if (npm.exitCode === null && npm.pid !== undefined) process.kill(-npm.pid, 'SIGINT');
  await ended;
}
