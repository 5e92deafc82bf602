/** Builds the web: art, font, bundle, budgets, compressed copies. Skips everything when no input changed. */
import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { buildEngine } from '@doushouqi/engine/build';
import { build } from 'vite';
import { buildArt } from './lib/art.ts';
import { checkBudget } from './lib/budget.ts';
import { precompress } from './lib/compress.ts';
import { buildConsole } from './lib/console.ts';
import { hashFiles, listFiles, REPO, WEB } from './lib/files.ts';
import { buildFont } from './lib/font.ts';
import { writeHeads } from './lib/heads.ts';
import { importCircle, type Manifest } from './lib/manifest.ts';
import { buildWorker, hashBoot } from './lib/offline.ts';
import { HOME, LEARN, PUZZLE, ROOM } from './lib/pages.ts';

const DIST = join(WEB, 'dist');
const STAMP = join(DIST, '.stamp');
const started = performance.now();
function log(line: string): void {
  console.log(`web ${((performance.now() - started) / 1000).toFixed(1).padStart(5)}s  ${line}`);
}

async function inputHash(): Promise<string> {
  const packages = ['endgames', 'lessons', 'protocol', 'puzzles', 'room', 'room-client', 'rules'].map(
    (name) => `packages/${name}/src`,
  );
  const engine = ['packages/engine/src', 'packages/engine/assembly', 'packages/engine/data'];
  const folders = ['web/src', 'web/art', 'web/scripts', ...packages, ...engine];
  const single = [
    'web/index.html',
    'web/admin.html',
    'web/vite.config.ts',
    'web/package.json',
    'package-lock.json',
    'package.json',
  ];
  const own = (await listFiles(join(WEB, 'public'))).filter(
    (file) => !/public\/(themes|avatar|art|icons)\//.test(file),
  );
  const inFolders = (await Promise.all(folders.map((folder) => listFiles(join(REPO, folder))))).flat();
  const files = [...inFolders, ...own, ...single.map((file) => join(REPO, file))];
  return hashFiles(files.filter((file) => !/\.test\.tsx?$/.test(file)));
}

async function takeManifest(): Promise<Manifest> {
  const manifest = JSON.parse(await readFile(join(DIST, '.vite/manifest.json'), 'utf8'));
  await rm(join(DIST, '.vite'), { recursive: true });
  return manifest;
}

async function checkBudgets(manifest: Manifest): Promise<void> {
  for (const page of [HOME, LEARN, PUZZLE, ROOM]) log(await checkBudget(DIST, manifest, page));
}

async function main(): Promise<void> {
  const assetsOnly = process.argv.includes('--assets');
  const hash = await inputHash();
  // The bots need it too, also if the bundle is up to date.
  if (await buildEngine()) log('engine compiled');
  if (!assetsOnly && (await readFile(STAMP, 'utf8').catch(() => '')) === hash) {
    log('up to date');
    return;
  }
  await buildArt(log);
  await buildFont(log);
  if (assetsOnly) return;
  await build({ root: WEB, configFile: join(WEB, 'vite.config.ts'), logLevel: 'warn' });
  log('bundle');
  const manifest = await takeManifest();
  const circle = importCircle(manifest);
  if (circle) throw new Error(`Files import each other: ${circle.join(' → ')}`);
  await checkBudgets(manifest);
  await buildConsole(DIST);
  log('console');
  log(await buildWorker(DIST, manifest, await hashBoot(DIST)));
  log(`compressed ${await precompress(DIST)} files (br, gzip)`);
  await writeHeads(DIST);
  await writeFile(STAMP, hash);
  log('done: web/dist');
}

await main().catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
});
