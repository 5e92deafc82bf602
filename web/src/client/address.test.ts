import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { isPath } from './address.ts';

const SRC = join(import.meta.dirname, '..');
/** They hand an address on, without a look at what it holds. */
const HANDS_ON = ['client/address.ts', 'client/intention.ts', 'app/router.tsx'];
const SOURCES = globSync('**/*.{ts,tsx}', { cwd: SRC }).filter(
  (file) => !file.includes('.test.') && !HANDS_ON.includes(file),
);

/** Returns how a module reads query or fragment of an address past `address.ts`. */
function readsIn(module: string): string[] {
  const direct = String.raw`\b(?:useSearchParams|searchParams)\b|(?:\blocation|useLocation\(\))\??\.(?:search|hash|href)\b|\bdocument\.URL\b`;
  const taken = String.raw`\{[^{}]*\b(?:search|hash)\b[^{}]*\} = (?:useLocation|window\.location)`;
  const read = new RegExp(`${direct}|${taken}`, 'g');
  return [...module.matchAll(read)].map(([found]) => found);
}

it('reads query and fragment of an address only by the list of parameters', () => {
  const found = SOURCES.flatMap((file) =>
    readsIn(readFileSync(join(SRC, file), 'utf8')).map((read) => `${file}: ${read}`),
  );
  expect(SOURCES.length).toBeGreaterThan(0);
  expect(found).toEqual([
    // Copies the address for a phone.
    'features/download/DownloadPage.tsx: location.href',
    // The name under which the edits of a linked game are stored.
    'features/analysis/AnalysisPage.tsx: { search, state } = useLocation',
  ]);
});

it.each([
  'const [query] = useSearchParams();',
  "new URLSearchParams(window.location.search).has('now')",
  'const { pathname, hash } = useLocation();',
  "useLocation().search.startsWith('?now')",
  'const { pathname, search, hash } = window.location;',
  "new URL(location.href).searchParams.get('now')",
])('finds the read of %j', (module) => {
  expect(readsIn(module)).not.toEqual([]);
});

it.each([
  ['/play', true],
  ['/', true],
  ['//evil.example', false],
  ['/\\evil.example', false],
  ['https://evil.example', false],
  ['javascript:alert(1)', false],
  ['', false],
])('%j is a path of this site: %s', (path, ours) => {
  expect(isPath(path)).toBe(ours);
});
