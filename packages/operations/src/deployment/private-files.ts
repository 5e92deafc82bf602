import { chmodSync, lstatSync, mkdirSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

/** Mode bits for users other than the owner. */
const OTHERS = 0o077;

/** Creates a folder that only its owner may enter. */
export function makePrivateDir(dir: string): void {
  mkdirSync(dir, { recursive: true, mode: 0o700 });
}

/** Returns `dir` and the files and folders in it that users other than their owner may use. */
export function openToOthers(dir: string): string[] {
  const names = readdirSync(dir, { recursive: true, encoding: 'utf8' });
  return [dir, ...names.map((name) => join(dir, name))].filter((path) => {
    const found = lstatSync(path);
    return !found.isSymbolicLink() && (found.mode & OTHERS) !== 0;
  });
}

/** Removes the permissions of other users, which older versions left, from a folder and its contents. */
export function closeToOthers(dir: string): void {
  for (const path of openToOthers(dir)) chmodSync(path, lstatSync(path).mode & ~OTHERS);
}

/** Wraps a command so that its new files are for its owner alone. `exec` preserves the process id. */
export function withPrivateFiles(command: readonly string[]): string[] {
  return ['sh', '-c', 'umask 077; exec "$@"', 'sh', ...command];
}
