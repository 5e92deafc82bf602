import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { gzipped } from './compress.ts';

/** First load of home, gzip, in bytes (design §8). */
export const HOME_BUDGET = 170 * 1024;

/** The part of Vite's manifest that matters here. */
export type Manifest = Record<string, { file: string; imports?: string[] }>;

/** Script files that the given manifest entries need at once: themselves and their static imports. */
export function staticScripts(manifest: Manifest, entries: readonly string[]): string[] {
  const files = new Set<string>();
  const seen = new Set<string>();
  const visit = (key: string): void => {
    if (seen.has(key)) return;
    seen.add(key);
    const chunk = manifest[key];
    if (!chunk) throw new Error(`The build has no chunk ${key}`);
    if (chunk.file.endsWith('.js')) files.add(chunk.file);
    chunk.imports?.forEach(visit);
  };
  entries.forEach(visit);
  return [...files];
}

/** Sum of the gzip sizes of the scripts of home's first load, in bytes. */
export async function homeWeight(dist: string, manifest: Manifest): Promise<number> {
  const scripts = staticScripts(manifest, ['index.html', 'src/features/home/HomePage.tsx']);
  const sizes = await Promise.all(
    scripts.map(async (file) => (await gzipped(await readFile(join(dist, file)))).length),
  );
  return sizes.reduce((sum, size) => sum + size, 0);
}
