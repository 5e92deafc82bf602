import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { gzipped } from './compress.ts';
import { type Manifest, withImports } from './manifest.ts';
import type { LightPage } from './pages.ts';

/** Script files that the given manifest entries need at once: themselves and their static imports. */
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
 * One line about the scripts that a page loads by itself, gzip: what it shows itself with, and with what comes after.
 * @throws Error when that is more than the page's budget.
 */
export async function checkBudget(dist: string, manifest: Manifest, page: LightPage): Promise<string> {
  const first = await weightOf(dist, manifest, ['index.html', ...page.modules]);
  const all = await weightOf(dist, manifest, ['index.html', ...page.modules, ...page.later]);
  const kb = (bytes: number): string => `${(bytes / 1024).toFixed(1)} KB`;
  const line = `${page.name}: ${kb(first)} of JavaScript to be seen, ${kb(all)} in all (gzip), budget ${kb(page.budget)}`;
  if (all > page.budget) throw new Error(`Over budget: ${line}`);
  return line;
}
