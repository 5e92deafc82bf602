import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import postcss from 'postcss';
import { describe, expect, it } from 'vitest';
import { MEDIA } from './ui/media.ts';

const SOURCES = import.meta.dirname;
const TOKENS = 'ui/tokens.css';
const sheets = globSync('**/*.css', { cwd: SOURCES })
  .filter((file) => file !== TOKENS)
  .map((file) => ({ file, root: postcss.parse(readFileSync(join(SOURCES, file), 'utf8')) }));

const COLOR = /#[0-9a-f]{3,8}\b|\b(rgb|hsl|hwb|oklch|oklab|lab|lch)a?\((?!var)/i;
const FONT_SIZE = /^[^/]*\d(px|rem|pt)\b/;
const SIZE_QUERY = /\((min|max)-(width|height)|orientation|[<>]/;

/** Returns declarations of every sheet but the tokens that match, as `file: declaration`. */
function declarations(matches: (declaration: postcss.Declaration) => boolean): string[] {
  return sheets.flatMap(({ file, root }) => {
    const found: string[] = [];
    root.walkDecls((one) => {
      if (matches(one)) found.push(`${file}: ${one}`);
    });
    return found;
  });
}

describe('style sheets', () => {
  it('take colors from the tokens', () => {
    expect(declarations(({ value }) => COLOR.test(value))).toEqual([]);
  });

  it('take font sizes from the tokens, except those relative to their container', () => {
    const isLiteral = ({ prop, value }: postcss.Declaration) =>
      (prop === 'font-size' && /^\d*\.?\d+(px|rem|pt)$/.test(value)) ||
      (prop === 'font' && FONT_SIZE.test(value) && !value.includes('cqw'));
    expect(declarations(isLiteral)).toEqual([]);
  });

  it('name the sizes of windows as `ui/media.ts` does', () => {
    const unnamed = sheets.flatMap(({ file, root }) => {
      const found: string[] = [];
      root.walkAtRules('media', ({ params }) => {
        const names = [...params.matchAll(/\(--(\w+)\)/g)].map(([, name]) => name!);
        if (SIZE_QUERY.test(params) || names.some((name) => !(name in MEDIA)))
          found.push(`${file}: ${params}`);
      });
      return found;
    });
    expect(unnamed).toEqual([]);
  });
});
