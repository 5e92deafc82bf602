import { readdirSync, readFileSync } from 'node:fs';
import { basename } from 'node:path';

/** Memory of one process, bytes. */
export interface ProcessMemory {
  name: string;
  /** Private memory, and the process's part of shared memory. */
  proportional: number;
  /** Anonymous part of it: neither code nor files, which the system can read again. */
  anonymous: number;
}

function childrenOf(pid: number): number[] {
  const threads = readdirSync(`/proc/${pid}/task`);
  return threads.flatMap((thread) =>
    readFileSync(`/proc/${pid}/task/${thread}/children`, 'utf8').split(' ').filter(Boolean).map(Number),
  );
}

/** Returns the service or program of a process, by its command line. */
function nameOf(pid: number): string {
  const args = readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0');
  const entry = args.find((arg) => /\/src\/[\w-]+\.ts$|\.mjs$/.test(arg) && !arg.startsWith('-'));
  if (entry === undefined) return basename(args[0]?.split(' ')[0] ?? '');
  const path = entry.split('/');
  return basename(entry) === 'main.ts' ? (path.at(-3) ?? entry) : basename(entry);
}

function memoryOf(pid: number): ProcessMemory {
  const text = readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8');
  const bytes = (field: string): number =>
    Number(new RegExp(`^${field}:\\s+(\\d+) kB`, 'm').exec(text)?.[1] ?? Number.NaN) * 1_024;
  return { name: nameOf(pid), proportional: bytes('Pss'), anonymous: bytes('Pss_Anon') };
}

/** Returns the memory of a process and its descendants. Linux only. */
export function treeMemory(pid: number): ProcessMemory[] {
  return [memoryOf(pid), ...childrenOf(pid).flatMap(treeMemory)];
}
