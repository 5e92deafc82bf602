import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';

/** Location of the programs that `npm test` fetches if the machine has none. */
const FETCHED = join(import.meta.dirname, '..', '..', '..', '.cache', 'programs');

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

/** Returns the path of a program that `npm test` fetches. Throws if it is missing. */
export function findFetched(program: string): string {
  const dirs = [FETCHED, ...(process.env.PATH ?? '').split(delimiter)];
  const found = dirs.map((dir) => join(dir, program)).find(isExecutable);
  if (found === undefined) throw new Error(`${program} is missing: \`npm test\` fetches it on Debian`);
  return found;
}
