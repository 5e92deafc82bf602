import { globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { ERRORS } from '@doushouqi/protocol';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';

// The function of a module shows its texts.
vi.mock('./ui/define-texts.ts', () => ({
  defineTexts: (texts: object) => Object.assign(() => '', { texts }),
}));
// Files of one worker share their modules.
beforeAll(() => vi.resetModules());
afterAll(() => vi.resetModules());

const SRC = import.meta.dirname;
const SOURCES = globSync('**/*.{ts,tsx}', { cwd: SRC })
  .filter((file) => !file.includes('.test.'))
  .map((file) => ({ file: join(SRC, file), text: readFileSync(join(SRC, file), 'utf8') }));
const MODULES = SOURCES.filter(
  ({ file, text }) => /texts\.ts$/.test(file) && text.includes('= defineTexts('),
);

function entriesOf(texts: object, prefix = ''): string[] {
  return Object.entries(texts).flatMap(([name, value]) =>
    typeof value === 'string' ? [prefix + name] : entriesOf(value, `${prefix}${name}.`),
  );
}

function quotedIn(source: string): string[] {
  return [...source.matchAll(/['`]((?:[\w.]|\$\{[^}]*\})+)['`]/g)].map(([, path = '']) => path);
}

const QUOTED = SOURCES.flatMap(({ text }) => quotedIn(text)).filter((path) => /^\w+$/.test(path));

/** Matches each path in quotes, and each template, where `${}` is one part of a path. A variable is a word that any module quotes. */
function pathsIn(source: string): RegExp {
  const quoted = quotedIn(source).map((path) => path.split(/\$\{[^}]*\}/));
  const patterns = quoted
    .filter((parts) => /\w/.test(parts.join('')))
    .map((parts) => parts.map((part) => part.replaceAll('.', '\\.')).join('[\\w-]+'));
  const words = /\b(?:t|\w+Text)\([a-z][\w.]*(?:\(\w+\))?\)/.test(source) ? QUOTED : [];
  return new RegExp(`^(?:${[...new Set([...patterns, ...words])].join('|')})$`);
}

it.each(MODULES)('$file has no text that no module uses', async ({ file }) => {
  const exported: Partial<{ texts: object }>[] = Object.values(await import(/* @vite-ignore */ file));
  const paths = exported.flatMap(({ texts }) => (texts ? entriesOf(texts) : []));
  const users = SOURCES.filter((source) =>
    [...source.text.matchAll(/from '(\.[^']+)'/g)].some(
      ([, path = '']) => join(dirname(source.file), path) === file,
    ),
  ).map((source) => pathsIn(source.text));
  expect(paths.length).toBeGreaterThan(0);
  expect(paths.filter((path) => !users.some((pattern) => pattern.test(path)))).toEqual([]);
});

it('uses one term for one thing', () => {
  const others =
    /您|玩家|收回|时限|好友请求|分析服务|约战|取不到|正在取|开房(?!间)|摆擂|排位分|游戏|第 ?(?:\{\{\w+\}\}|一|几) ?手|[这那每]一手/;
  const texts = [
    ...MODULES.flatMap(({ text }) => text.split('\n')),
    ...Object.values(ERRORS).map(({ message }) => message),
  ];
  expect(texts.filter((text) => others.test(text))).toEqual([]);
});
