import { chmodSync, lstatSync, mkdirSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

/** What others than the owner may do, in the mode of a file. */
const OTHERS = 0o077;

/** Makes a folder that only its owner may enter. */
export function makePrivateDir(dir: string): void {
  mkdirSync(dir, { recursive: true, mode: 0o700 });
}

/** Files and folders under `dir`, itself included, that others than their owner may use. */
export function openToOthers(dir: string): string[] {
  const names = readdirSync(dir, { recursive: true, encoding: 'utf8' });
  return [dir, ...names.map((name) => join(dir, name))].filter((path) => {
    const found = lstatSync(path);
    return !found.isSymbolicLink() && (found.mode & OTHERS) !== 0;
  });
}

/** Takes from a folder and everything in it what an older version left to others. */
export function closeToOthers(dir: string): void {
  for (const path of openToOthers(dir)) chmodSync(path, lstatSync(path).mode & ~OTHERS);
}

/** A command whose new files are for its owner alone. It keeps its process id: the shell gives way to it. */
export function withPrivateFiles(command: readonly string[]): string[] {
  return ['sh', '-c', 'umask 077; exec "$@"', 'sh', ...command];
}
