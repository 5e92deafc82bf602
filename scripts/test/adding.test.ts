import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const ROOT = join(import.meta.dirname, '..', '..');
const PAGE = readFileSync(join(ROOT, 'docs', 'adding.md'), 'utf8');
const PATHS = [...PAGE.matchAll(/`(?:node )?([\w.-]+(?:\/[\w.-]+)+)`/g)].map(([, path = '']) => path);

test.each([...new Set(PATHS)])('docs/adding.md names %s, which is there', (path) => {
  expect(existsSync(join(ROOT, path.replace('SERVICE', 'social')))).toBe(true);
});
