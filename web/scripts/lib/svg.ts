import { optimize, type PluginConfig } from 'svgo';
import type { Plugin } from 'vite';

/** Returns a smaller SVG that looks the same. `digits`: those of coordinates after the point. */
export function smallerSvg(svg: string, digits: number, more: PluginConfig[] = []): string {
  const plugins: PluginConfig[] = ['preset-default', ...more];
  return optimize(svg, { multipass: true, floatPrecision: digits, plugins }).data;
}

/** Vite plugin: minifies the SVG files of the build. */
export function minifySvg(): Plugin {
  return {
    name: 'minify-svg',
    generateBundle(_, bundle) {
      for (const file of Object.values(bundle)) {
        if (file.type !== 'asset' || !file.fileName.endsWith('.svg')) continue;
        const picture = String(file.source);
        const sizes = [smallerSvg(picture, 2), smallerSvg(picture, 2, ['reusePaths'])];
        // Spots that occur ten times pay for references, two equal eyes do not.
        file.source = sizes.reduce((one, other) => (other.length < one.length ? other : one));
      }
    },
  };
}
