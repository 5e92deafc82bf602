import { createRequire } from 'node:module';
import type { Plugin } from 'vite';
import {
  CONSOLE_ICON_NAMES,
  ICON_NAMES,
  LETTER_ICON_NAMES,
  PUZZLE_ICON_NAMES,
  TOURNAMENT_ICON_NAMES,
  WAY_ICON_NAMES,
} from '../../src/ui/icon-names.ts';
import { smallerSvg } from './svg.ts';

const require = createRequire(import.meta.url);
const LISTS: Readonly<Record<string, readonly string[]>> = {
  'virtual:phosphor': ICON_NAMES,
  'virtual:phosphor-letters': LETTER_ICON_NAMES,
  'virtual:phosphor-ways': WAY_ICON_NAMES,
  'virtual:phosphor-puzzles': PUZZLE_ICON_NAMES,
  'virtual:phosphor-tournaments': TOURNAMENT_ICON_NAMES,
  'virtual:phosphor-console': CONSOLE_ICON_NAMES,
};

/** Vite plugin: a module for each list of names with the path data of its Phosphor icons (256 px box). */
export function phosphorIcons(): Plugin {
  return {
    name: 'phosphor-icons',
    resolveId: (id) => (id in LISTS ? `\0${id}` : undefined),
    load(id) {
      const names = LISTS[id.slice(1)];
      if (names === undefined) return undefined;
      const set = require('@iconify-json/ph/icons.json');
      const paths = names.map((name) => {
        const icon: { body: string } | undefined = set.icons[`${name}-bold`] ?? set.icons[name];
        const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 256 256">${icon?.body}</svg>`;
        const body = smallerSvg(svg, 1);
        const data = [...body.matchAll(/ d="([^"]+)"/g)].map((match) => match[1]).join('');
        if (!data) throw new Error(`Phosphor has no icon ${name}`);
        return [name, data];
      });
      return `export default ${JSON.stringify(Object.fromEntries(paths))}`;
    },
  };
}
