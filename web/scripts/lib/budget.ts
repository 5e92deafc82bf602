import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { gzipped } from './compress.ts';
import { type Manifest, withImports } from './manifest.ts';
import type { LightPage } from './pages.ts';

/** Returns the script files that manifest entries load at once: their own and their static imports. */
export function staticScripts(manifest: Manifest, entries: readonly string[]): string[] {
  const files = withImports(manifest, entries).map(({ file }) => file);
  return [...new Set(files)].filter((file) => file.endsWith('.js'));
}

async function weightOf(dist: string, manifest: Manifest, entries: readonly string[]): Promise<number> {
  const sizes = await Promise.all(
    staticScripts(manifest, entries).map(
      async (file) => (await gzipped(await readFile(join(dist, file)))).length,
    ),
  );
  return sizes.reduce((sum, size) => sum + size, 0);
}

/**
 * Returns one line about the gzip size of a page's scripts: at once, and with the later ones.
 * @throws Error if the page exceeds its budget.
 */
export async function checkBudget(dist: string, manifest: Manifest, page: LightPage): Promise<string> {
  const first = await weightOf(dist, manifest, ['index.html', ...page.modules]);
  const all = await weightOf(dist, manifest, ['index.html', ...page.modules, ...page.next, ...page.later]);
  const kb = (bytes: number): string => `${(bytes / 1024).toFixed(1)} KB`;
  const line = `${page.name}: ${kb(first)} of JavaScript to be seen, ${kb(all)} in all (gzip), budget ${kb(page.budget)}`;
  if (all > page.budget) throw new Error(`Over budget: ${line}`);
  return line;
}
