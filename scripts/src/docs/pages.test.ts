import { existsSync, globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import manifest from '../../../package.json' with { type: 'json' };

const ROOT = join(import.meta.dirname, '..', '..', '..');
const PAGES = globSync('**/*.md', { cwd: ROOT, exclude: ['**/node_modules', '**/dist', '.*'] });

function textOf(page: string): string {
  return readFileSync(join(ROOT, page), 'utf8');
}

/** Returns GitHub's anchors for the headings of a page. */
function anchorsOf(page: string): string[] {
  const headings = textOf(page).match(/^#+ .*$/gm) ?? [];
  return headings.map((heading) =>
    heading
      .replace(/^#+ /, '')
      .toLowerCase()
      .replace(/[^\p{L}\p{N}\s_-]/gu, '')
      .replaceAll(' ', '-'),
  );
}

test('docs/commands.md lists every npm script', () => {
  const page = textOf('docs/commands.md');
  const missing = Object.keys(manifest.scripts).filter(
    (name) => !page.includes(`\`${name}\``) && !page.includes(`\`npm ${name}\``),
  );
  expect(missing).toEqual([]);
});

test.each(PAGES)('%s links to existing files and headings', (page) => {
  const links = [...textOf(page).matchAll(/\]\((?!https?:)([^)\s#]*)(?:#([^)\s]+))?\)/g)];
  const broken = links.filter(([, path = '', anchor]) => {
    const target = path === '' ? page : join(dirname(page), path);
    if (!existsSync(join(ROOT, target))) return true;
    return anchor !== undefined && !anchorsOf(target).includes(anchor);
  });
  expect(broken.map(([link]) => link)).toEqual([]);
});
