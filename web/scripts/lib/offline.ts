import { createHash } from 'node:crypto';
import { readdir, readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { build } from 'vite';
import { contentHash, WEB } from './files.ts';
import { type Manifest, withImports } from './manifest.ts';
import { OFFLINE } from './pages.ts';
import { readArtIndex } from './theme-modules.ts';

interface Precached {
  url: string;
  revision: string | null;
  integrity?: string;
}

/** What a device keeps may weigh this much, as it lies there. Bytes. */
const BUDGET = 1.75 * 1024 * 1024;

const PICTURES = [
  'board-768.webp',
  'pieces-96.webp',
  ...['pc', 'pe', 'pc-dark', 'pe-dark'].map((name) => `background-${name}.webp`),
];

/** Characters of names that users choose: 48 KB for a word or two, which the system's face shows as well. */
const SPARED = /wenkai-names-/;

/** Files that the entries need: scripts, styles, fonts and pictures, of their static imports too. */
export function filesOf(manifest: Manifest, entries: readonly string[]): string[] {
  const chunks = withImports(manifest, entries);
  const files = chunks.flatMap(({ file, css = [], assets = [] }) => [file, ...css, ...assets]);
  return [...new Set(files)].filter((file) => !SPARED.test(file));
}

/** The engine's worker, its WASM and its endgame tables: a bundle of their own, of which the manifest knows nothing. */
const ENGINE = [/^worker-[^.]+\.js$/, /^engine-[^.]+\.wasm$/, /^endgame-[^.]+\.bin$/];

/**
 * The files of the engine in `assets/` of a build.
 * @throws Error when one of them is not there, or there twice.
 */
export function engineFilesOf(assets: readonly string[]): string[] {
  return ENGINE.map((pattern) => {
    const [file, ...more] = assets.filter((name) => pattern.test(name));
    if (file === undefined || more.length > 0) throw new Error(`The build has not one file ${pattern}`);
    return `assets/${file}`;
  });
}

/** Whatever a deployment does meanwhile: a worker is installed with the document of its own build, or not at all. */
async function unhashed(dist: string, file: string): Promise<Precached> {
  const digest = createHash('sha256').update(await readFile(join(dist, file)));
  const hash = digest.digest('base64');
  return { url: `/${file}`, revision: hash.slice(0, 16), integrity: `sha256-${hash}` };
}

/**
 * Gives the boot script a name with its hash, and returns it: with a document of one build and the script of another,
 * which a worker may have kept, neither would do.
 */
export async function hashBoot(dist: string): Promise<string> {
  const script = await readFile(join(dist, 'boot.js'));
  const name = `assets/boot-${contentHash(script).slice(0, 8)}.js`;
  const page = join(dist, 'index.html');
  await rename(join(dist, 'boot.js'), join(dist, name));
  await writeFile(page, (await readFile(page, 'utf8')).replace('"/boot.js"', `"/${name}"`));
  return name;
}

/**
 * Makes `sw.js`: the worker with the list of all that it keeps. One line about it.
 * @throws Error when that is too much.
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
    // The engine's worker may be among what the pages name.
    ...[...new Set(hashed)].map((url) => ({ url, revision: null })),
  ];
  const sizes = await Promise.all(precached.map(async ({ url }) => (await readFile(join(dist, url))).length));
  const total = sizes.reduce((sum, size) => sum + size, 0);
  const line = `offline: ${precached.length} files, ${(total / 1024).toFixed(0)} KB, budget ${BUDGET / 1024} KB`;
  if (total > BUDGET) throw new Error(`Over budget: ${line}`);
  await build({
    root: WEB,
    configFile: false,
    logLevel: 'warn',
    define: { PRECACHE: JSON.stringify(precached), 'process.env.NODE_ENV': '"production"' },
    build: {
      target: 'es2022',
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
