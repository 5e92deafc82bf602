import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as delay } from 'node:timers/promises';
import { freePorts } from '@doushouqi/scripts';
import { sum, verdict } from '../numbers.ts';
import { cpuOf } from '../processes.ts';
import type { Extent } from './main.ts';

const MOST_MIB = 660;
const MOST_CPU = 0.02;
const READY = 'Ctrl-C stops everything';

/** Returns a process and its descendants. */
function treeOf(pid: number): number[] {
  const children = readdirSync(`/proc/${pid}/task`).flatMap((thread) =>
    readFileSync(`/proc/${pid}/task/${thread}/children`, 'utf8').split(' ').filter(Boolean).map(Number),
  );
  return [pid, ...children.flatMap(treeOf)];
}

/** Returns the proportional set size, which counts shared memory once. MiB. */
function proportionalMib(pid: number): number {
  return Number(/^Pss:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8'))?.[1]) / 1_024;
}

/** Memory and CPU of all that `npm start` starts, npm included, without users. */
export async function measureRest({ seconds = 60 }: Extent): Promise<boolean> {
  const [port = 0] = await freePorts(1);
  const npm = spawn('npm', ['start'], {
    cwd: join(import.meta.dirname, '..', '..', '..'),
    env: { ...process.env, PORT: String(port) },
    // Its own process group, so that Ctrl-C is sent as by a terminal.
    detached: true,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ended = once(npm, 'exit');
  try {
    for await (const line of createInterface({ input: npm.stdout })) if (line.includes(READY)) break;
    npm.stdout.resume();
    await delay((seconds * 1_000) / 2);
    const pids = treeOf(npm.pid!);
    const before = sum(pids.map(cpuOf));
    await delay((seconds * 1_000) / 2);
    const mib = sum(pids.map(proportionalMib));
    const cpu = (sum(pids.map(cpuOf)) - before) / (seconds / 2);
    const memory = `${mib.toFixed(0)} MiB (limit ${MOST_MIB})`;
    const busy = `${(100 * cpu).toFixed(1)} % of a core (limit ${100 * MOST_CPU})`;
    return verdict(mib <= MOST_MIB && cpu <= MOST_CPU, `${pids.length} processes: ${memory}, ${busy}`);
  } finally {
    if (npm.exitCode === null && npm.pid !== undefined) process.kill(-npm.pid, 'SIGINT');
    await ended;
  }
}
