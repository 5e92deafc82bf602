import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';

const SOURCES = globSync('**/*.{ts,tsx}', { cwd: import.meta.dirname }).filter(
  (file) => !file.includes('.test.'),
);

const MUTATIONS = String.raw`\.(?:set|add|delete|clear|push|pop|shift|unshift|splice|sort|reverse|fill)\(|(?:\.\w+|\[[^\]]+\])+ (?:[-+*/|&?]*=) `;

/** Returns names of the variables and changed collections at the top of a module: state that no store holds. */
function stateIn(module: string): string[] {
  const variables = [...module.matchAll(/^(?:export )?let (\w+)/gm)];
  const collections = [
    ...module.matchAll(/^(?:export )?const (\w+)(?:: .*?)? = (?:new (?:Weak)?(?:Map|Set)\b|\[|\{)/gm),
  ].filter(([, name]) => new RegExp(`(?<![\\w.])${name}(?:${MUTATIONS})`).test(module));
  return [...variables, ...collections].map(([, name = '']) => name);
}

it('keeps state in stores and in objects with a life, none at the top of a module', () => {
  const found = SOURCES.flatMap((file) => {
    const names = stateIn(readFileSync(join(import.meta.dirname, file), 'utf8'));
    return names.map((name) => `${file}: ${name}`);
  });
  expect(SOURCES.length).toBeGreaterThan(0);
  expect(found).toEqual([]);
});

it.each([
  'let timer: number | undefined;',
  'export const rooms = new Map<string, number>();\nfunction enter(id: string) {\n  rooms.set(id, 1);\n}',
  'const shared: { stop: (() => void) | null } = { stop: null };\nfunction begin() {\n  shared.stop = start();\n}',
  'const waiting: string[] = [];\nfunction wait(id: string) {\n  waiting.push(id);\n}',
])('finds the state of %j', (module) => {
  expect(stateIn(module)).toHaveLength(1);
});

it.each([
  'const KNOWN = new Set(["a"]);\nconst isKnown = (id: string) => KNOWN.has(id);',
  'function count() {\n  let total = 0;\n  return ++total;\n}',
])('accepts %j', (module) => {
  expect(stateIn(module)).toEqual([]);
});
