import { createHash } from 'node:crypto';
import { readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { build } from 'vite';
import { contentHash, WEB } from './files.ts';
import { TARGETS } from './floor.ts';
import { type Manifest, withImports } from './manifest.ts';
import { OFFLINE } from './pages.ts';
import { readArtIndex } from './theme-modules.ts';

interface Precached {
  url: string;
  revision: string | null;
  integrity?: string;
}

/** Maximum size of the stored files on a device, uncompressed, in bytes. */
const BUDGET = 1920 * 1024;

const PICTURES = [
  'board-768.webp',
  'pieces-96.webp',
  ...['pc', 'pe', 'pc-dark', 'pe-dark'].map((name) => `background-${name}.webp`),
];

/**
 * Characters of nicknames: 48 KB for a few characters, which the system's font has as well, and those of pages that need the
 * network. The proof of work is for calls of the server.
 */
const SPARED = /wenkai-(names|online)-|proof-worker-/;

/** Returns the files of manifest entries: scripts, styles, fonts and pictures, with their static imports. */
export function filesOf(manifest: Manifest, entries: readonly string[]): string[] {
  const chunks = withImports(manifest, entries);
  const files = chunks.flatMap(({ file, css = [], assets = [] }) => [file, ...css, ...assets]);
  return [...new Set(files)].filter((file) => !SPARED.test(file));
}

/** The engine's worker, its WASM and its endgame tables: a separate bundle, which the manifest does not list. */
const ENGINE = [/^worker-[^.]+\.js$/, /^engine-[^.]+\.wasm$/, /^endgame-[^.]+\.bin$/];

/**
 * Returns the engine's files in `assets/` of a build.
 * @throws Error if one is missing or exists twice.
 */
export function engineFilesOf(assets: readonly string[]): string[] {
  return ENGINE.map((pattern) => {
    const [file, ...more] = assets.filter((name) => pattern.test(name));
    if (file === undefined || more.length > 0) throw new Error(`The build has not one file ${pattern}`);
    return `assets/${file}`;
  });
}

/** With the integrity hash, a worker installs only with the document of its own build, also during a deployment. */
async function unhashed(dist: string, file: string): Promise<Precached> {
  const digest = createHash('sha256').update(await readFile(join(dist, file)));
  const hash = digest.digest('base64');
  return { url: `/${file}`, revision: hash.slice(0, 16), integrity: `sha256-${hash}` };
}

/**
 * Removes comments and indentation from the boot script and renames it to contain its hash; returns the name. A minifier
 * would write newer syntax, and browsers that are too old run the script as well. A document never runs with the boot script of
 * another build from the worker's cache.
 */
export async function hashBoot(dist: string): Promise<string> {
  const source = join(dist, 'boot.js');
  const script = (await readFile(source, 'utf8')).replace(/^ *(\/\/.*)?\n?/gm, '');
  const name = `assets/boot-${contentHash(script).slice(0, 8)}.js`;
  const page = join(dist, 'index.html');
  await rm(source);
  await writeFile(join(dist, name), script);
  await writeFile(page, (await readFile(page, 'utf8')).replace('"/boot.js"', `"/${name}"`));
  return name;
}

/**
 * Writes `sw.js`: the service worker with the list of files that it stores. Returns one line about it.
 * @throws Error if the files exceed the budget.
 */
export async function buildWorker(dist: string, manifest: Manifest, boot: string): Promise<string> {
  const folder = readArtIndex().default;
  const hashed = [
    `/${boot}`,
    ...filesOf(manifest, ['index.html', ...OFFLINE]).map((file) => `/${file}`),
    ...engineFilesOf(await readdir(join(dist, 'assets'))).map((file) => `/${file}`),
    ...PICTURES.map((file) => `${folder}/${file}`),
  ];
  const precached: Precached[] = [
    await unhashed(dist, 'index.html'),
    // The pages' manifest entries may include the engine's worker.
    ...[...new Set(hashed)].map((url) => ({ url, revision: null })),
  ];
  const sizes = await Promise.all(precached.map(async ({ url }) => (await readFile(join(dist, url))).length));
  const total = sizes.reduce((sum, size) => sum + size, 0);
  const line = `offline: ${precached.length} files, ${(total / 1024).toFixed(1)} KB, budget ${BUDGET / 1024} KB`;
  if (total > BUDGET) throw new Error(`Over budget: ${line}`);
  await build({
    root: WEB,
    configFile: false,
    logLevel: 'warn',
    define: { PRECACHE: JSON.stringify(precached), 'process.env.NODE_ENV': '"production"' },
    build: {
      target: TARGETS,
      outDir: dist,
      emptyOutDir: false,
      copyPublicDir: false,
      rolldownOptions: {
        input: join(WEB, 'src/offline/worker.ts'),
        output: { format: 'iife', entryFileNames: 'sw.js' },
      },
    },
  });
  return line;
}
