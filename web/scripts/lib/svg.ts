import { optimize } from 'svgo';
import type { Plugin } from 'vite';

/** Vite plugin: minifies the SVG files of the build. */
export function minifySvg(): Plugin {
  return {
    name: 'minify-svg',
    generateBundle(_, bundle) {
      for (const file of Object.values(bundle)) {
        if (file.type !== 'asset' || !file.fileName.endsWith('.svg')) continue;
        file.source = optimize(String(file.source), { multipass: true, floatPrecision: 2 }).data;
      }
    },
  };
}
