import { createHash } from 'node:crypto';
import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';

/** Root of the web package. */
export const WEB = fileURLToPath(new URL('../../', import.meta.url));
/** Root of the repository. */
export const REPO = fileURLToPath(new URL('../../../', import.meta.url));

/** Returns every file below `dir`, absolute and sorted; none if the folder is absent. */
export async function listFiles(dir: string): Promise<string[]> {
  const entries = await readdir(dir, { recursive: true, withFileTypes: true }).catch(
    (error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return [];
      throw error;
    },
  );
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .sort();
}

/** Returns a short hash (hex) of the parts in order. */
export function contentHash(...parts: (string | Buffer)[]): string {
  const hash = createHash('sha256');
  for (const part of parts) hash.update(String(part.length)).update('\0').update(part);
  return hash.digest('hex').slice(0, 32);
}

/** Hash of names and contents of files. Names are relative to the repository, so two clones have the same hash. */
export async function hashFiles(files: readonly string[]): Promise<string> {
  const parts: (string | Buffer)[] = [];
  for (const file of files) parts.push(relative(REPO, file), await readFile(file));
  return contentHash(...parts);
}

/** Writes a file and creates its folder. */
export async function put(file: string, data: string | Buffer): Promise<void> {
  await mkdir(dirname(file), { recursive: true });
  await writeFile(file, data);
}

const CACHE = join(WEB, '.cache');

/** Returns the cached bytes of `key`, or creates, stores and returns them. */
export async function cached(key: string, make: () => Promise<Buffer>): Promise<Buffer> {
  const file = join(CACHE, key);
  const hit = await readFile(file).catch(() => undefined);
  if (hit) return hit;
  const made = await make();
  await put(file, made);
  return made;
}

/** Removes files below `dir` that are not in `keep` (absolute paths). */
export async function prune(dir: string, keep: ReadonlySet<string>): Promise<void> {
  for (const file of await listFiles(dir)) if (!keep.has(file)) await rm(file);
}
