import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { build, type Plugin, type PluginOption, type Rolldown } from 'vite';
import { WEB } from './files.ts';

const ENTRY = join(WEB, 'scripts/lib/first-paint-entry.tsx');
const OUT = join(WEB, '.cache/first-paint');

interface FirstPaintOptions {
  /** Plugins that the sources need. */
  plugins: PluginOption[];
  /** Same as in the page's build, so that the markup refers to the same files. */
  assetFileNames: Rolldown.OutputOptions['assetFileNames'];
}

/** Renders the markup of pages in Node, by their names, in a separate build. */
async function renderPages({ plugins, assetFileNames }: FirstPaintOptions): Promise<Record<string, string>> {
  const output = { entryFileNames: 'pages.mjs', ...(assetFileNames && { assetFileNames }) };
  await build({
    root: WEB,
    configFile: false,
    publicDir: false,
    logLevel: 'warn',
    plugins,
    build: { ssr: ENTRY, outDir: OUT, assetsInlineLimit: 0, rolldownOptions: { output } },
  });
  // The query forces a fresh import for each build of a process.
  const { MARKUP } = await import(`${pathToFileURL(join(OUT, 'pages.mjs')).href}?${Date.now()}`);
  return MARKUP;
}

/**
 * Throws if the markup uses a picture or class that the page does not have: both builds must agree. The pictures of
 * themes are not of the build.
 */
function assertKnown(markup: string, bundle: Rolldown.OutputBundle): void {
  const styles = Object.values(bundle)
    .filter((one) => one.type === 'asset' && one.fileName.endsWith('.css'))
    .map((one) => String((one as Rolldown.OutputAsset).source))
    .join('');
  const pictures = [...markup.matchAll(/ src="\/(?!art\/)([^"]+)"/g)].map((match) => match[1]!);
  const classes = [...markup.matchAll(/ class="([^"]+)"/g)].flatMap((match) => match[1]!.split(' '));
  const unknown = [
    ...pictures.filter((file) => bundle[file] === undefined),
    ...classes.filter((name) => !styles.includes(`.${name}`)),
  ];
  if (unknown.length > 0) throw new Error(`The first paint uses what the page does not have: ${unknown}`);
}

/**
 * Vite plugin: writes the first state of home and of a room into the document, in templates that the boot script shows
 * at their addresses. The largest paint then needs styles and a picture, but no script. Builds only.
 */
export function firstPaint(options: FirstPaintOptions): Plugin {
  return {
    name: 'first-paint',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      async handler(html, { bundle }) {
        const pages = Object.entries(await renderPages(options));
        for (const [, markup] of pages) if (bundle) assertKnown(markup, bundle);
        const templates = pages.map(([name, markup]) => `<template id="paint-${name}">${markup}</template>`);
        return html.replace('<div id="root">', `${templates.join('\n    ')}\n    $&`);
      },
    },
  };
}
