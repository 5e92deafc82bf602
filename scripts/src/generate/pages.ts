import { readFileSync } from 'node:fs';
import { join } from 'node:path';

const ROOT = join(import.meta.dirname, '..', '..', '..');

/**
 * Returns a page with its generated tables replaced: each is between `<!-- generated: NAME -->` and `<!-- end -->`.
 */
export function pageWith(path: string, tables: Readonly<Record<string, string>>): string {
  let page = readFileSync(join(ROOT, path), 'utf8');
  for (const [name, table] of Object.entries(tables)) {
    const start = `<!-- generated: ${name} -->\n`;
    const from = page.indexOf(start);
    const to = page.indexOf('<!-- end -->', from);
    if (from === -1 || to === -1) throw new Error(`${path} has no place for the table ${name}`);
    page = `${page.slice(0, from)}${start}\n${table}\n\n${page.slice(to)}`;
  }
  return page;
}
