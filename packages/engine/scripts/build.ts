/**
 * Compiles assembly/ to dist/engine.wasm unless it is there for these sources. `node build.ts` prints what it did;
 * with `--quiet` only a fault.
 */
import { createHash } from 'node:crypto';
import { mkdir, readdir, readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

const PACKAGE = join(import.meta.dirname, '..');
const ASSEMBLY = join(PACKAGE, 'assembly');
const DIST = join(PACKAGE, 'dist');
const WASM = join(DIST, 'engine.wasm');
const STAMP = join(DIST, '.stamp');

/** Everything that is not called away is inlined or dropped; no runtime, because nothing is ever freed. */
const OPTIONS = ['--runtime', 'stub', '-O3', '--converge', '--noAssert'];

/** Hash of the sources, of how they are compiled and by what. */
async function sourceHash(): Promise<string> {
  const hash = createHash('sha256');
  const names = (await readdir(ASSEMBLY)).filter((name) => name.endsWith('.ts')).sort();
  for (const name of names) hash.update(`${name}\0`).update(await readFile(join(ASSEMBLY, name)));
  const manifest = await readFile(join(PACKAGE, 'package.json'), 'utf8');
  return hash
    .update(`${OPTIONS.join(' ')}\0${JSON.parse(manifest).devDependencies.assemblyscript}`)
    .digest('hex');
}

async function compile(): Promise<void> {
  // Loads the whole compiler, so only when there is something to compile.
  const { default: asc } = await import('assemblyscript/asc');
  const unfinished = `engine.${process.pid}.wasm`;
  const { error, stderr } = await asc.main(
    ['assembly/index.ts', '--outFile', `dist/${unfinished}`, ...OPTIONS],
    {
      readFile: (name, base) => readFile(join(base, name), 'utf8').catch(() => null),
      writeFile: async (name, contents) => writeFile(join(PACKAGE, name), contents),
      listFiles: () => null,
    },
  );
  if (error) throw new Error(`The engine could not be compiled.\n${stderr.toString()}`);
  await rename(join(DIST, unfinished), WASM);
}

/** Makes dist/engine.wasm when it is missing or old. Returns whether it did. */
export async function buildEngine(): Promise<boolean> {
  const hash = await sourceHash();
  if ((await readFile(STAMP, 'utf8').catch(() => '')) === hash) return false;
  await mkdir(DIST, { recursive: true });
  process.chdir(PACKAGE);
  await compile();
  await writeFile(STAMP, hash);
  return true;
}

if (import.meta.main) {
  const made = await buildEngine();
  if (!process.argv.includes('--quiet')) console.log(made ? 'engine: compiled' : 'engine: up to date');
}
