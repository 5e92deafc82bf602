import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import postcss, {
  type AtRule,
  type ChildNode,
  type Declaration,
  type Helpers,
  type Plugin as PostcssPlugin,
} from 'postcss';
import type { Plugin } from 'vite';
import { MEDIA } from '../../src/ui/media.ts';
import { WEB } from './files.ts';

const PRIMITIVES = join(WEB, 'src/ui/primitives.css');

/** Reads `ui/primitives.css`. Returns the declarations of each class. */
export function readPrimitives(): Map<string, ChildNode[]> {
  const { nodes } = postcss.parse(readFileSync(PRIMITIVES, 'utf8'), { from: PRIMITIVES });
  return new Map(
    nodes.flatMap((node) => (node.type === 'rule' ? [[node.selector.slice(1), node.nodes]] : [])),
  );
}

const TOKENS = join(WEB, 'src/ui/tokens.css');
const MIX = /color-mix\(in srgb, var\(--([\w-]+)\) (\d+)%, transparent\)/g;

/** Returns `r, g, b` of a color with six hex digits; null for other values. */
function channels(value: string): string | null {
  const digits = /^#([0-9a-f]{2})([0-9a-f]{2})([0-9a-f]{2})$/i.exec(value)?.slice(1);
  return digits?.map((two) => Number.parseInt(two, 16)).join(', ') ?? null;
}

/** Returns the channels of the colors that style sheets mix with transparency: of light mode, and of dark mode. */
function mixedColors(): Map<string, Set<string>> {
  const sheets = globSync('src/**/*.css', { cwd: WEB }).map((file) => readFileSync(join(WEB, file), 'utf8'));
  const names = sheets.flatMap((sheet) => [...sheet.matchAll(MIX)].map(([, name]) => name!));
  const mixed = new Map(names.map((name) => [name, new Set<string>()]));
  postcss.parse(readFileSync(TOKENS, 'utf8'), { from: TOKENS }).walkDecls(({ prop, value }) => {
    const parts = channels(value);
    if (parts !== null) mixed.get(prop.slice(2))?.add(parts);
  });
  return mixed;
}

/**
 * Writes a declaration for the oldest browsers. `color-mix` is newer: colors that differ in dark mode have their channels
 * in a variable, `--red-rgb`. `dvh` and `svh` are newer: tokens.css has them as variables.
 */
function lower(declaration: Declaration, mixed: ReadonlyMap<string, ReadonlySet<string>>): void {
  const { prop, value } = declaration;
  const known = (mixed.get(prop.slice(2))?.size ?? 0) > 1 ? channels(value) : null;
  if (known !== null) declaration.cloneAfter({ prop: `${prop}-rgb`, value: known });
  if (prop === '--dvh' || prop === '--svh') return;
  declaration.value = value
    .replace(MIX, (_, name: string, percent) => {
      const parts = [...(mixed.get(name) ?? [])];
      if (parts.length === 0) throw declaration.error(`The tokens have no color ${name}`);
      return `rgba(${parts.length > 1 ? `var(--${name}-rgb)` : parts[0]}, ${Number(percent) / 100})`;
    })
    .replace(/\b100([ds]vh)\b/g, 'var(--$1)')
    .replace(/([\d.]+)([ds]vh)\b/g, (_, part, unit) => `calc(${Number(part) / 100} * var(--${unit}))`);
  if (declaration.value.includes('color-mix'))
    throw declaration.error('Colors are mixed only with transparency');
}

/**
 * PostCSS plugin: replaces `@apply row gap-8` by the declarations of these primitives, and `@media (--phone)` by the
 * query of `ui/media.ts`. Hover styles apply only to devices that can hover; on touch screens they would persist.
 * Newer colors and lengths are replaced by older ones.
 */
export function styles(): PostcssPlugin {
  const primitives = readPrimitives();
  const mixed = mixedColors();
  return {
    postcssPlugin: 'styles',
    Declaration: { '*': (declaration: Declaration) => lower(declaration, mixed) },
    AtRule: {
      apply(rule: AtRule, { result }: Helpers) {
        result.messages.push({ type: 'dependency', plugin: 'styles', file: PRIMITIVES });
        const declarations = rule.params.split(' ').flatMap((name) => {
          const found = primitives.get(name);
          if (!found) throw rule.error(`There is no primitive ${name}`);
          return found.map((one) => one.clone());
        });
        rule.replaceWith(declarations);
      },
      media(rule: AtRule) {
        rule.params = rule.params
          .replace(/\(--(\w+)\)/g, (_, name: keyof typeof MEDIA) => MEDIA[name])
          // Safari has `not` before a condition from 16.4; widths between two pixels occur in zoomed windows.
          .replace(/\(not \(max-width: (\d+)px\)\)|not \(max-width: (\d+)px\)/g, '(min-width: $1$2.02px)');
        if (rule.params.includes('not ('))
          throw rule.error('Old Safaris do not know `not` before a condition');
      },
    },
    Rule(rule, { AtRule }) {
      const isApart = (rule.parent as AtRule).params?.includes('hover');
      if (!rule.selector.includes(':hover') || isApart) return;
      const [hovered, others] = [true, false].map((wanted) =>
        rule.selectors.filter((selector) => selector.includes(':hover') === wanted),
      );
      const media = new AtRule({ name: 'media', params: '(hover: hover)' });
      media.append(rule.clone({ selectors: hovered! }));
      rule.after(media);
      if (others!.length > 0) rule.selectors = others!;
      else rule.remove();
    },
  };
}

/** Vite plugin: applies `styles` to every style sheet. */
export function styleSheets(): Plugin {
  return { name: 'style-sheets', config: () => ({ css: { postcss: { plugins: [styles()] } } }) };
}
