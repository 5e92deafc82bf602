import { existsSync, readFileSync } from 'node:fs';
import type { Plugin } from 'vite';
import { boardThemeOf } from '../../src/board/theme.ts';
import { ART_INDEX } from './art.ts';
import { publicConfig, readThemes } from './themes.ts';

const ART = 'virtual:art';
const BOARD_THEMES = 'virtual:board-themes';
const LEVEL_ART = 'virtual:level-art';
const OWN: readonly string[] = [ART, BOARD_THEMES, LEVEL_ART];

/** Returns the folders of pictures by theme, and the folder of `levels`; empty before the art is rendered. */
export function readArtIndex(): Record<string, string> {
  return existsSync(ART_INDEX) ? JSON.parse(readFileSync(ART_INDEX, 'utf8')) : {};
}

/**
 * Vite plugin: `virtual:art` has the folder of each theme's pictures, `virtual:board-themes` the board's settings of
 * each
 * theme, `virtual:level-art` the folder of the levels' emblems.
 */
export function themeModules(): Plugin {
  return {
    name: 'theme-modules',
    resolveId: (id) => (OWN.includes(id) ? `\0${id}` : undefined),
    async load(id) {
      if (!id.startsWith('\0') || !OWN.includes(id.slice(1))) return undefined;
      const index = readArtIndex();
      if (id === `\0${LEVEL_ART}`) return `export default ${JSON.stringify(index.levels ?? '/art/levels')}`;
      const themes = await readThemes();
      const entries = themes.map((theme) => {
        const art = index[theme.id] ?? `/art/${theme.id}`;
        return [theme.id, id === `\0${ART}` ? art : boardThemeOf(art, publicConfig(theme))] as const;
      });
      return `export default ${JSON.stringify(Object.fromEntries(entries))}`;
    },
  };
}
