import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import postcss, { type AtRule, type ChildNode, type Helpers, type Plugin as PostcssPlugin } from 'postcss';
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

/**
 * PostCSS plugin: replaces `@apply row gap-8` by the declarations of these primitives, and `@media (--phone)` by the
 * query of `ui/media.ts`. Hover styles apply only to devices that can hover; on touch screens they would persist.
 */
export function styles(): PostcssPlugin {
  const primitives = readPrimitives();
  return {
    postcssPlugin: 'styles',
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
        rule.params = rule.params.replace(/\(--(\w+)\)/g, (_, name: keyof typeof MEDIA) => MEDIA[name]);
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
