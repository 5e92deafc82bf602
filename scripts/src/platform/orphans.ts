import { readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { processIdentity } from './identity.ts';

type Known = { name: string; pid: number; identity: string };

const FILE = 'processes.json';
/** Time limit for processes to stop by themselves after a crash of the supervisor. */
const GRACE_MS = 6_000;
const POLL_MS = 50;

/** Records the processes that use a data folder, for `endOrphans` after a crash. */
export function noteProcesses(dataDir: string, processes: { name: string; pid: number | undefined }[]): void {
  const known = processes.flatMap(({ name, pid }): Known[] => {
    const identity = pid === undefined ? undefined : processIdentity(pid);
    return pid === undefined || identity === undefined ? [] : [{ name, pid, identity }];
  });
  const path = join(dataDir, FILE);
  writeFileSync(`${path}.new`, JSON.stringify(known), { mode: 0o600 });
  renameSync(`${path}.new`, path);
}

/** Ensures that no process of an earlier run writes to the data folder: waits for each, then kills it. */
export async function endOrphans(dataDir: string): Promise<string[]> {
  const isAlive = ({ pid, identity }: Known) => processIdentity(pid) === identity;
  const deadline = Date.now() + GRACE_MS;
  let left = readKnown(dataDir).filter(isAlive);
  const found = left.map(({ name }) => name);
  for (; left.length > 0; left = left.filter(isAlive)) {
    if (Date.now() > deadline) for (const { pid } of left) process.kill(pid, 'SIGKILL');
    await delay(POLL_MS);
  }
  return found;
}

function readKnown(dataDir: string): Known[] {
  try {
    return JSON.parse(readFileSync(join(dataDir, FILE), 'utf8')) as Known[];
  } catch {
    return [];
  }
}
