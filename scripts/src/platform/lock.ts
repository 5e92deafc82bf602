import { linkSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { processIdentity } from './identity.ts';
import { PlatformError } from './platform-error.ts';

const LOCK_FILE = 'lock';

type Holder = { pid: number; identity: string };

function parseHolder(text: string): Holder | undefined {
  try {
    const { pid, identity } = JSON.parse(text) as Partial<Holder>;
    return typeof pid === 'number' && typeof identity === 'string' ? { pid, identity } : undefined;
  } catch {
    // A crash during a write leaves a partial file, which is no lock.
    return undefined;
  }
}

function holderOf(text: string): Holder | undefined {
  const holder = parseHolder(text);
  return holder !== undefined && processIdentity(holder.pid) === holder.identity ? holder : undefined;
}

/** Returns whether a living process holds the lock. */
export function isLocked(dataDir: string): boolean {
  return holderOf(readIfThere(join(dataDir, LOCK_FILE)) ?? '') !== undefined;
}

function readIfThere(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return undefined;
  }
}

/**
 * Locks a data folder for this process; returns a function that releases it. Takes over a lock left by a crash.
 * Throws a PlatformError if another process holds the lock.
 */
export function lockDataDir(dataDir: string): () => void {
  const path = join(dataDir, LOCK_FILE);
  const claim = `${path}.${process.pid}`;
  const mine: Holder = { pid: process.pid, identity: processIdentity(process.pid) ?? '' };
  writeFileSync(claim, JSON.stringify(mine), { mode: 0o600 });
  try {
    // A link is atomic: no process reads a partial lock.
    while (!tryLink(claim, path)) {
      const found = readIfThere(path);
      if (found === undefined) continue;
      const holder = holderOf(found);
      if (holder !== undefined) {
        throw new PlatformError(`already running from ${dataDir} (process ${holder.pid})`);
      }
      removeStale(path, found);
    }
  } finally {
    rmSync(claim, { force: true });
  }
  return () => {
    if (parseHolder(readIfThere(path) ?? '')?.identity === mine.identity) rmSync(path, { force: true });
  };
}

function tryLink(from: string, to: string): boolean {
  try {
    linkSync(from, to);
    return true;
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'EEXIST') return false;
    throw error;
  }
}

/** Moves the stale lock aside; restores it if another process has taken it over in between. */
function removeStale(path: string, stale: string): void {
  const aside = `${path}.stale.${process.pid}`;
  try {
    renameSync(path, aside);
  } catch {
    return;
  }
  if (readIfThere(aside) !== stale) tryLink(aside, path);
  rmSync(aside, { force: true });
}
