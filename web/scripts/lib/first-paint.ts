import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { build, type Plugin, type PluginOption, type Rolldown } from 'vite';
import { WEB } from './files.ts';

const ENTRY = join(WEB, 'scripts/lib/first-paint-entry.tsx');
const OUT = join(WEB, '.cache/first-paint');

interface FirstPaintOptions {
  /** What the sources need to be understood. */
  plugins: PluginOption[];
  /** As in the page's own build, so that the markup names the same files. */
  assetFileNames: Rolldown.OutputOptions['assetFileNames'];
}

/** The markup of home, rendered in Node by a build of its own. */
async function renderHome({ plugins, assetFileNames }: FirstPaintOptions): Promise<string> {
  const output = { entryFileNames: 'home.mjs', ...(assetFileNames && { assetFileNames }) };
  await build({
    root: WEB,
    configFile: false,
    publicDir: false,
    logLevel: 'warn',
    plugins,
    build: { ssr: ENTRY, outDir: OUT, assetsInlineLimit: 0, rolldownOptions: { output } },
  });
  // The query makes it another module for each build of one process.
  const { homeMarkup } = await import(`${pathToFileURL(join(OUT, 'home.mjs')).href}?${Date.now()}`);
  return homeMarkup();
}

/** The two builds must agree: throws when the markup uses a picture or a class that the page does not have. */
function assertKnown(markup: string, bundle: Rolldown.OutputBundle): void {
  const styles = Object.values(bundle)
    .filter((one) => one.type === 'asset' && one.fileName.endsWith('.css'))
    .map((one) => String((one as Rolldown.OutputAsset).source))
    .join('');
  const pictures = [...markup.matchAll(/ src="\/([^"]+)"/g)].map((match) => match[1]!);
  const classes = [...markup.matchAll(/ class="([^"]+)"/g)].flatMap((match) => match[1]!.split(' '));
  const unknown = [
    ...pictures.filter((file) => bundle[file] === undefined),
    ...classes.filter((name) => !styles.includes(`.${name}`)),
  ];
  if (unknown.length > 0) throw new Error(`The first paint uses what the page does not have: ${unknown}`);
}

/**
 * Vite plugin: puts home as it looks at first into the document, in a template that the boot script shows on `/`. The
 * largest paint of home then waits for styles and no script. Only in builds.
 */
export function firstPaint(options: FirstPaintOptions): Plugin {
  return {
    name: 'first-paint',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      async handler(html, { bundle }) {
        const markup = await renderHome(options);
        if (bundle) assertKnown(markup, bundle);
        return html.replace('<div id="root">', `<template id="first-paint">${markup}</template>\n    $&`);
      },
    },
  };
}
