import { createRequire } from 'node:module';
import type { Plugin } from 'vite';
import { ICON_NAMES } from '../../src/ui/icon-names.ts';
import { smallerSvg } from './svg.ts';

const require = createRequire(import.meta.url);
const ID = 'virtual:phosphor';

/** Vite plugin: `virtual:phosphor` contains the path data of the Phosphor icons in `ICON_NAMES` (256 px box). */
export function phosphorIcons(): Plugin {
  return {
    name: 'phosphor-icons',
    resolveId: (id) => (id === ID ? `\0${ID}` : undefined),
    load(id) {
      if (id !== `\0${ID}`) return undefined;
      const set = require('@iconify-json/ph/icons.json');
      const paths = ICON_NAMES.map((name) => {
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
