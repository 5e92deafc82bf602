import { optimize } from 'svgo';
import type { Plugin } from 'vite';

/** Returns a smaller SVG that looks the same. `digits`: those of coordinates after the point. */
export function smallerSvg(svg: string, digits: number): string {
  return optimize(svg, { multipass: true, floatPrecision: digits }).data;
}

/** Vite plugin: minifies the SVG files of the build. */
export function minifySvg(): Plugin {
  return {
    name: 'minify-svg',
    generateBundle(_, bundle) {
      for (const file of Object.values(bundle)) {
        if (file.type !== 'asset' || !file.fileName.endsWith('.svg')) continue;
        file.source = smallerSvg(String(file.source), 2);
      }
    },
  };
}
