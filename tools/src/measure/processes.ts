import { execFileSync } from 'node:child_process';
import { EventEmitter, once } from 'node:events';
import { readFileSync } from 'node:fs';
import type { LogEntry, Platform } from '@doushouqi/scripts';

/** Clock ticks in a second of /proc/<pid>/stat (USER_HZ): 100 on every Linux that Node runs on. */
const TICKS_PER_SECOND = 100;

/** Returns the resident memory of a process in bytes; NaN if it ended. */
export function residentBytes(pid: number): number {
  try {
    const kib =
      process.platform === 'linux'
        ? /^VmRSS:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]
        : execFileSync('ps', ['-o', 'rss=', '-p', String(pid)], { encoding: 'utf8' });
    return Number(kib) * 1_024;
  } catch {
    return Number.NaN;
  }
}

/** Returns the CPU seconds that a process has used, all its threads, in user and kernel mode. */
function cpuOf(pid: number): number {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
  // The command name is in brackets and may contain any character: fields are counted after the last bracket.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return (Number(fields[11]) + Number(fields[12])) / TICKS_PER_SECOND;
}

/** Returns the CPU seconds used by each process of a platform. */
export function cpuSeconds(platform: Platform): Map<string, number> {
  return new Map(
    [...platform.processes].flatMap(([name, { pid }]) => (pid === undefined ? [] : [[name, cpuOf(pid)]])),
  );
}

/** Returns the CPU seconds that each process used between two readings. */
export function cpuBetween(before: Map<string, number>, after: Map<string, number>): Map<string, number> {
  return new Map([...after].map(([name, seconds]) => [name, seconds - (before.get(name) ?? 0)]));
}

export interface Memory {
  /** Bytes, after a garbage collection. */
  heap: number;
  resident: number;
}

/** Reads the memory lines of `report-memory.ts` from the log of a platform. */
export class MemoryMeter {
  readonly #reports = new EventEmitter();

  readonly log = (entry: LogEntry): void => {
    if (entry.message === 'memory') this.#reports.emit(entry.process, entry.details);
  };

  /** Reads one process, by its name. */
  async readProcess(platform: Platform, name: string): Promise<Memory & { external: number }> {
    const pid = platform.processes.get(name)?.pid;
    if (pid === undefined) throw new Error(`${name} does not run`);
    const report = once(this.#reports, name);
    process.kill(pid, 'SIGUSR2');
    const [{ heapUsed, external, rss }] = (await report) as [NodeJS.MemoryUsage];
    return { heap: heapUsed, external, resident: rss };
  }

  /** Reads all realtime nodes together. */
  async read(platform: Platform): Promise<Memory> {
    const total: Memory = { heap: 0, resident: 0 };
    for (const name of platform.processes.keys()) {
      if (!name.startsWith('realtime')) continue;
      const { heap, resident } = await this.readProcess(platform, name);
      total.heap += heap;
      total.resident += resident;
    }
    return total;
  }
}
