import { EventEmitter, once } from 'node:events';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { LogEntry, Platform } from '@doushouqi/scripts';

/** Clock ticks in a second of /proc/<pid>/stat (USER_HZ): 100 on every Linux that Node runs on. */
const TICKS_PER_SECOND = 100;

/** Returns the resident memory of a process in bytes; NaN if it ended. */
export function residentBytes(pid: number): number {
  try {
    return Number(/^VmRSS:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) * 1_024;
  } catch {
    return Number.NaN;
  }
}

/** Returns the proportional set size of a process, which counts shared memory once. */
export function proportionalBytes(pid: number): number {
  return Number(/^Pss:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8'))?.[1]) * 1_024;
}

/** Returns the CPU seconds that a process has used, all its threads, in user and kernel mode. */
export function cpuOf(pid: number): number {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
  // The command name is in brackets and may contain any character: fields are counted after the last bracket.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return (Number(fields[11]) + Number(fields[12])) / TICKS_PER_SECOND;
}

/** Bytes after a garbage collection: objects, buffers, resident. */
export interface Memory {
  heap: number;
  external: number;
  resident: number;
}

/** Options of a platform whose processes can report their memory. */
export const REPORTS_MEMORY = {
  NODE_OPTIONS: `--import=${join(import.meta.dirname, 'load', 'report-memory.ts')}`,
};

/** Reads the memory lines of `report-memory.ts` from the log of a platform. */
export class MemoryMeter {
  readonly #reports = new EventEmitter();

  readonly log = (entry: LogEntry): void => {
    if (entry.message === 'memory') this.#reports.emit(entry.process, entry.details);
  };

  /** Reads one process, by its name. */
  async read(platform: Pick<Platform, 'processes'>, name: string): Promise<Memory> {
    const pid = platform.processes.get(name)?.pid;
    if (pid === undefined) throw new Error(`${name} does not run`);
    const report = once(this.#reports, name);
    process.kill(pid, 'SIGUSR2');
    const [{ heapUsed, external, rss }] = (await report) as [NodeJS.MemoryUsage];
    return { heap: heapUsed, external, resident: rss };
  }
}
