/**
 * Compiles assembly/ to dist/engine.wasm unless it is up to date. `node build.ts` prints the result; with `--quiet`
 * only errors.
 */
import { createHash } from 'node:crypto';
import { mkdir, readdir, readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

const PACKAGE = join(import.meta.dirname, '..');
const ASSEMBLY = join(PACKAGE, 'assembly');
const DIST = join(PACKAGE, 'dist');
const WASM = 'engine.wasm';

/** Inlines or drops unused code; no runtime, because memory is never freed. */
const OPTIONS = ['--runtime', 'stub', '-O3', '--converge', '--noAssert'];

/** Returns the hash of the sources, the options and the compiler version. */
async function sourceHash(): Promise<string> {
  const hash = createHash('sha256');
  const names = (await readdir(ASSEMBLY)).filter((name) => name.endsWith('.ts')).sort();
  for (const name of names) hash.update(`${name}\0`).update(await readFile(join(ASSEMBLY, name)));
  const manifest = await readFile(join(PACKAGE, 'package.json'), 'utf8');
  return hash
    .update(`${OPTIONS.join(' ')}\0${JSON.parse(manifest).devDependencies.assemblyscript}`)
    .digest('hex');
}

async function compile(folder: string): Promise<void> {
  // Loads the large compiler only if there is something to compile.
  const { default: asc } = await import('assemblyscript/asc');
  const unfinished = `engine.${process.pid}.wasm`;
  const files = ['assembly/index.ts', '--baseDir', PACKAGE, '--outFile', unfinished];
  const { error, stderr } = await asc.main([...files, ...OPTIONS], {
    readFile: (name, base) => readFile(join(base, name), 'utf8').catch(() => null),
    writeFile: async (name, contents) => writeFile(join(folder, name), contents),
    listFiles: () => null,
  });
  if (error) throw new Error(`The engine could not be compiled.\n${stderr.toString()}`);
  await rename(join(folder, unfinished), join(folder, WASM));
}

/** Builds engine.wasm in `folder` if it is missing or outdated. Returns whether it did. */
export async function buildEngine(folder = DIST): Promise<boolean> {
  const hash = await sourceHash();
  const stamp = join(folder, '.stamp');
  const isBuilt = (await readdir(folder).catch((): string[] => [])).includes(WASM);
  if (isBuilt && (await readFile(stamp, 'utf8').catch(() => '')) === hash) return false;
  await mkdir(folder, { recursive: true });
  await compile(folder);
  await writeFile(stamp, hash);
  return true;
}

if (import.meta.main) {
  const made = await buildEngine();
  if (!process.argv.includes('--quiet')) console.log(made ? 'engine: compiled' : 'engine: up to date');
}
