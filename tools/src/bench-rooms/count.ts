import { type ChildProcess, spawn } from 'node:child_process';
import { EventEmitter, once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { LogEntry, Platform } from '@doushouqi/scripts';
import { Redis } from 'ioredis';

/** Counts between two readings, by name. */
export type Counts = Record<string, number>;

/** Processes on the path of a move; `INFO` covers the others if they use Redis. */
function isOnTheWay(process: string): boolean {
  return process === 'gateway' || process === 'redis' || process.startsWith('realtime');
}

function minus(after: Counts, before: Counts): Counts {
  return Object.fromEntries(Object.entries(after).map(([key, n]) => [key, n - (before[key] ?? 0)]));
}

/** Reads calls by command, bytes and syncs from `INFO`. */
async function redisCounts(redis: Redis): Promise<Counts> {
  const counts: Counts = {};
  const info = `${await redis.info('commandstats')}\n${await redis.info('stats')}`;
  for (const [, name, calls] of info.matchAll(/^cmdstat_(\S+?):calls=(\d+)/gm)) counts[name!] = Number(calls);
  for (const key of ['total_net_input_bytes', 'total_net_output_bytes'])
    counts[key] = Number(new RegExp(`^${key}:(\\d+)`, 'm').exec(info)?.[1]);
  return counts;
}

/** Counts the system calls of a process until stopped; null without `strace`. */
class Strace {
  readonly #file: string;
  readonly #child: ChildProcess;
  readonly #failed: Promise<unknown>;

  constructor(pid: number, file: string) {
    this.#file = file;
    this.#child = spawn('strace', ['-f', '-c', '-o', file, '-p', String(pid)], { stdio: 'ignore' });
    this.#failed = once(this.#child, 'error').catch((error: unknown) => error);
  }

  async stop(): Promise<Counts> {
    if (this.#child.exitCode === null && this.#child.pid !== undefined) {
      const gone = once(this.#child, 'exit');
      this.#child.kill('SIGINT');
      await Promise.race([gone, this.#failed]);
    }
    const counts: Counts = {};
    // % time, seconds, usecs/call, calls, errors if any, name.
    const line = /^\s*[\d.]+\s+[\d.]+\s+\d+\s+(\d+)(?:\s+\d+)?\s+(\w+)$/gm;
    for (const [, calls, name] of readFileSync(this.#file, 'utf8').matchAll(line))
      if (name !== 'total') counts[name!] = Number(calls);
    return counts;
  }
}

/** Reads the counts of `count-work.ts` from the log of a platform. */
export class WorkMeter {
  readonly #reports = new EventEmitter();

  readonly log = (entry: LogEntry): void => {
    if (entry.message === 'work') this.#reports.emit(entry.process, entry.details);
  };

  async read(pid: number, name: string): Promise<Counts> {
    const report = once(this.#reports, name);
    process.kill(pid, 'SIGUSR2');
    const [details] = (await report) as [Counts];
    return Object.fromEntries(Object.entries(details).filter(([, n]) => typeof n === 'number'));
  }
}

/** Reads the program's counts of each process on the path; Redis has none. */
async function workOf(platform: Platform, meter: WorkMeter): Promise<Map<string, Counts>> {
  const counted = new Map<string, Counts>();
  for (const [name, { pid }] of platform.processes)
    if (isOnTheWay(name) && name !== 'redis' && pid !== undefined)
      counted.set(name, await meter.read(pid, name));
  return counted;
}

/** Counts everything while `load` runs: by process (all realtime nodes as `nodes`), and Redis' own figures. */
export async function count(
  platform: Platform,
  meter: WorkMeter,
  load: () => Promise<unknown>,
): Promise<Map<string, Counts>> {
  const dir = mkdtempSync(join(tmpdir(), 'doushouqi-count-'));
  const redis = new Redis(platform.redisUrl);
  try {
    const traced = new Map<string, Strace>();
    for (const [name, { pid }] of platform.processes)
      if (isOnTheWay(name) && pid !== undefined) traced.set(name, new Strace(pid, join(dir, name)));
    await delay(1_000);
    const [said, worked] = [await redisCounts(redis), await workOf(platform, meter)];
    await load();
    const after = [minus(await redisCounts(redis), said), await workOf(platform, meter)] as const;
    const total = new Map<string, Counts>([['redis commands', after[0]]]);
    const add = (part: string, counts: Counts): void => {
      const known = total.get(part) ?? {};
      for (const [key, n] of Object.entries(counts)) known[key] = (known[key] ?? 0) + n;
      total.set(part, known);
    };
    for (const [name, strace] of traced)
      add(`${name.replace(/^realtime.*/, 'nodes')} system calls`, await strace.stop());
    for (const [name, counts] of after[1])
      add(`${name.replace(/^realtime.*/, 'nodes')} work`, minus(counts, worked.get(name) ?? {}));
    return total;
  } finally {
    redis.disconnect();
    rmSync(dir, { recursive: true, force: true });
  }
}
