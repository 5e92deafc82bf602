/**
 * Loaded before a process (`node --import`). Provides sources without their types, from a cache in `.cache/stripped`
 * that it fills on demand. Node strips types too, at a memory cost for the life of the process: 6 MB of buffers with
 * its own compile cache, 10 MB for the stripper without it. Where the cache cannot be written (a read-only root),
 * sources are stripped in the process, as Node would. Lines and columns do not change.
 */
import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { registerHooks, stripTypeScriptTypes } from 'node:module';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';

const ROOT = join(import.meta.dirname, '..', '..');
const CACHE = join(ROOT, '.cache', 'stripped');

/** Returns the cache path of a source. An entry is the origin of the code, a line break, the code. */
function entryOf(path) {
  return join(CACHE, `${relative(ROOT, path).replaceAll('..', '__')}.js`);
}

function cached(entry, origin) {
  try {
    const text = readFileSync(entry, 'utf8');
    return text.startsWith(`${origin}\n`) ? text.slice(origin.length + 1) : undefined;
  } catch {
    return undefined;
  }
}

function storeEntry(entry, text) {
  // Several processes may write the entry at the same time.
  const draft = `${entry}.${process.pid}`;
  try {
    mkdirSync(dirname(entry), { recursive: true });
    writeFileSync(draft, text);
    renameSync(draft, entry);
  } catch {
    // The root is read-only or the disk is full: the next start strips the source again.
  }
}

/** Strips without Node's warning that the function is experimental: type stripping itself is stable. */
function strip(source) {
  const { emitWarning } = process;
  process.emitWarning = () => undefined;
  try {
    return stripTypeScriptTypes(source);
  } finally {
    process.emitWarning = emitWarning;
  }
}

/** Returns the code of a source without its types. Reads the cache, or fills it. */
export function withoutTypes(path) {
  const source = readFileSync(path, 'utf8');
  const origin = createHash('sha256').update(process.version).update(source).digest('hex');
  const entry = entryOf(path);
  const known = cached(entry, origin);
  if (known !== undefined) return known;
  const code = strip(source);
  storeEntry(entry, `${origin}\n${code}`);
  return code;
}

registerHooks({
  load(url, context, next) {
    if (!url.startsWith('file:') || !url.endsWith('.ts')) return next(url, context);
    return { format: 'module', source: withoutTypes(fileURLToPath(url)), shortCircuit: true };
  },
});
