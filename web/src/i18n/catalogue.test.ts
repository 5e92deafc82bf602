import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ERRORS } from '@doushouqi/protocol';
import { expect, it } from 'vitest';

const SRC = join(import.meta.dirname, '..');

function entriesOf(texts: object, prefix = ''): [string, string][] {
  return Object.entries(texts).flatMap(([name, value]) =>
    typeof value === 'string' ? [[prefix + name, value]] : entriesOf(value, `${prefix}${name}.`),
  );
}

async function readCatalogue(): Promise<[string, string][]> {
  const files = globSync('zh-CN/*.ts', { cwd: import.meta.dirname });
  const modules = await Promise.all(
    files.map((file) => import(/* @vite-ignore */ join(import.meta.dirname, file))),
  );
  return modules.flatMap((module) =>
    Object.entries(module as Record<string, object>).flatMap(([name, texts]) =>
      name === 'common' ? entriesOf(texts) : entriesOf({ [name]: texts }),
    ),
  );
}

function sources(): string[] {
  return globSync('**/*.{ts,tsx}', { cwd: SRC })
    .filter((file) => !file.startsWith('i18n') && !file.includes('.test.'))
    .map((file) => readFileSync(join(SRC, file), 'utf8'));
}

/** The keys in quotes as they are, and those of templates as patterns: each `${}` is one part of a key. */
function uses(source: string): { literals: string[]; patterns: string[] } {
  const literals = [...source.matchAll(/['"`]([a-z]\w*(?:\.\w+)+)['"`]/gi)].map(([, key]) => key as string);
  const templates = [...source.matchAll(/`([a-z]\w*\.[^`\s]*\$\{[^`]*)`/gi)].map(([, key]) => key as string);
  const patterns = templates.map((template) =>
    template
      .split(/\$\{[^}]*\}/)
      .map((part) => part.replaceAll('.', '\\.'))
      .join('[\\w-]+'),
  );
  // `t(`${why}.title`)`, where `why` is a key in quotes without its last part.
  const leading = [...source.matchAll(/`\$\{\w+\}((?:\.\w+)+)`/g)].map(([, tail]) => tail as string);
  return {
    literals: [...literals, ...literals.flatMap((key) => leading.map((tail) => key + tail))],
    patterns,
  };
}

it('has no text that no source uses', async () => {
  const found = sources().map(uses);
  const literals = new Set(found.flatMap((use) => use.literals));
  const pattern = new RegExp(`^(?:${[...new Set(found.flatMap((use) => use.patterns))].join('|')})$`);
  // A part of the catalogue may be read at once (`returnObjects`).
  const withParents = (key: string): string[] =>
    [...key.matchAll(/\.|$/g)].map(({ index }) => key.slice(0, index));
  const isUsed = (key: string): boolean =>
    withParents(key).some((one) => literals.has(one) || pattern.test(one));
  expect((await readCatalogue()).map(([key]) => key).filter((key) => !isUsed(key))).toEqual([]);
});

it('uses one term for one thing', async () => {
  const others =
    /您|约战|取不到|正在取|开房(?!间)|摆擂|排位分|游戏|第 ?(?:\{\{\w+\}\}|一|几) ?手|[这那每]一手/;
  const texts = [
    ...(await readCatalogue()),
    ...Object.entries(ERRORS).map(([code, { message }]) => [code, message]),
  ];
  expect(texts.filter(([, text]) => others.test(text ?? ''))).toEqual([]);
});
