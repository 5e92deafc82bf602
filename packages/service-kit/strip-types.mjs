/**
 * Loaded before a process (`node --import`): sources without their types, from a cache in `.cache/stripped` that makes
 * itself. Node strips types too, but at a price that lasts as long as the process: with its own compile cache 6 MB of
 * buffers that it keeps, without it the stripper, 10 MB. Where the cache cannot be written (a read-only root) sources
 * are stripped in the process, as Node would. Lines and columns stay as they are.
 */
import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { registerHooks, stripTypeScriptTypes } from 'node:module';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';

const ROOT = join(import.meta.dirname, '..', '..');
const CACHE = join(ROOT, '.cache', 'stripped');

/** One entry for each source: what it was made from, a line break, the code. */
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

function keep(entry, text) {
  // Several processes start at once.
  const draft = `${entry}.${process.pid}`;
  try {
    mkdirSync(dirname(entry), { recursive: true });
    writeFileSync(draft, text);
    renameSync(draft, entry);
  } catch {
    // A read-only root, or a full disk: the next start strips once more.
  }
}

/** Strips without the warning that the function is experimental: type stripping itself is stable. */
function strip(source) {
  const { emitWarning } = process;
  process.emitWarning = () => undefined;
  try {
    return stripTypeScriptTypes(source);
  } finally {
    process.emitWarning = emitWarning;
  }
}

/** The code of a source without its types, from the cache or into it. */
export function withoutTypes(path) {
  const source = readFileSync(path, 'utf8');
  const origin = createHash('sha256').update(process.version).update(source).digest('hex');
  const entry = entryOf(path);
  const known = cached(entry, origin);
  if (known !== undefined) return known;
  const code = strip(source);
  keep(entry, `${origin}\n${code}`);
  return code;
}

registerHooks({
  load(url, context, next) {
    if (!url.startsWith('file:') || !url.endsWith('.ts')) return next(url, context);
    return { format: 'module', source: withoutTypes(fileURLToPath(url)), shortCircuit: true };
  },
});
