import type { Document } from 'bson';
import { evalExpr, ProcessingMode } from 'mingo/core';
import type { Options } from 'mingo/types';
import { CommandError } from '../errors.ts';
import { isPlainObject, toNumber } from '../values/codec.ts';
import { libraryOptions } from './library.ts';
import { compileElementTest } from './matcher.ts';
import { matchedIndex } from './positional.ts';

/** A tree of path components: true marks a leaf. */
type Tree = Map<string, Tree | true>;
type Project = (doc: Document) => Document;

/** A `find` projection as a function. `filter` is the query, which the positional `path.$` refers to. */
export function compileProjection(
  spec: Document | undefined,
  filter: Document,
  variables?: Document,
): Project {
  if (!spec || Object.keys(spec).length === 0) return (doc) => doc;
  const flags: [string, boolean][] = [];
  const computed: [string, (doc: Document) => unknown][] = [];
  const arrays: [string, (doc: Document) => Document][] = [];
  for (const [path, value] of flatten(spec)) {
    if (path.endsWith('.$')) {
      const array = path.slice(0, -2);
      flags.push([array, true]);
      arrays.push([array, (doc) => keepMatched(doc, array, filter)]);
    } else if (isFlag(value)) flags.push([path, Boolean(toNumber(value, Number(Boolean(value))))]);
    else if (isPlainObject(value) && '$slice' in value) {
      arrays.push([path, (doc) => mapAt(doc, path.split('.'), (array) => slice(array, value.$slice))]);
    } else if (isPlainObject(value) && '$elemMatch' in value) {
      const test = compileElementTest(value.$elemMatch as Document);
      flags.push([path, true]);
      arrays.push([path, (doc) => keepFirst(doc, path, test)]);
    } else computed.push([path, expression(value, variables)]);
  }
  return assemble(flags, computed, arrays);
}

/** `{a: {b: 1}}` means `{'a.b': 1}`. */
function flatten(spec: Document, prefix = ''): [string, unknown][] {
  return Object.entries(spec).flatMap(([name, value]): [string, unknown][] => {
    const isNested = isPlainObject(value) && !Object.keys(value)[0]?.startsWith('$');
    return isNested ? flatten(value, `${prefix}${name}.`) : [[`${prefix}${name}`, value]];
  });
}

function isFlag(value: unknown): boolean {
  return typeof value === 'boolean' || Number.isFinite(toNumber(value, Number.NaN));
}

function expression(value: unknown, variables: Document | undefined): (doc: Document) => unknown {
  const options = libraryOptions(variables) as Options;
  return (doc) => evalExpr(doc, value, { ...options, processingMode: ProcessingMode.CLONE_OFF });
}

function assemble(
  flags: [string, boolean][],
  computed: [string, (doc: Document) => unknown][],
  arrays: [string, (doc: Document) => Document][],
): Project {
  const others = flags.filter(([path]) => path !== '_id');
  const idFlag = flags.find(([path]) => path === '_id')?.[1];
  const includes = others.some(([, on]) => on);
  if (includes && others.some(([, on]) => !on)) {
    throw new CommandError('BadValue', 'Cannot do exclusion on a field in inclusion projection');
  }
  const isInclusion = includes || (others.length === 0 && (computed.length > 0 || idFlag === true));
  const tree = treeOf(others.map(([path]) => path));
  if (isInclusion ? idFlag !== false : idFlag === false) tree.set('_id', true);
  return (doc) => {
    let shaped = doc;
    for (const [, reshape] of arrays) shaped = reshape(shaped);
    const out = (isInclusion ? include(shaped, tree) : exclude(shaped, tree)) as Document;
    for (const [path, compute] of computed) setPath(out, path.split('.'), compute(doc));
    return out;
  };
}

function treeOf(paths: string[]): Tree {
  const root: Tree = new Map();
  for (const path of paths) {
    let node = root;
    const parts = path.split('.');
    for (const [i, part] of parts.entries()) {
      const next = node.get(part);
      if (next === true || (next && i === parts.length - 1)) {
        throw new CommandError('BadValue', `Path collision at ${path}`);
      }
      const child: Tree | true = i === parts.length - 1 ? true : (next ?? new Map());
      node.set(part, child);
      if (child !== true) node = child;
    }
  }
  return root;
}

function include(value: unknown, tree: Tree): unknown {
  if (Array.isArray(value)) {
    return value.filter((v) => isPlainObject(v) || Array.isArray(v)).map((v) => include(v, tree));
  }
  const out: Document = {};
  for (const [name, child] of Object.entries(value as Document)) {
    const node = tree.get(name);
    if (node === true) out[name] = child;
    else if (node && (isPlainObject(child) || Array.isArray(child))) out[name] = include(child, node);
  }
  return out;
}

function exclude(value: unknown, tree: Tree): unknown {
  if (Array.isArray(value)) return value.map((item) => exclude(item, tree));
  if (!isPlainObject(value)) return value;
  const out: Document = {};
  for (const [name, child] of Object.entries(value)) {
    const node = tree.get(name);
    if (node === true) continue;
    out[name] = node ? exclude(child, node) : child;
  }
  return out;
}

/** A copy of the document with the arrays at a path replaced. */
function mapAt(
  value: unknown,
  parts: string[],
  change: (array: unknown[]) => unknown[] | undefined,
): Document {
  const [part, ...rest] = parts;
  if (Array.isArray(value)) return value.map((item) => mapAt(item, parts, change));
  if (part === undefined || !isPlainObject(value) || !(part in value)) return value as Document;
  if (rest.length > 0) return { ...value, [part]: mapAt(value[part], rest, change) };
  if (!Array.isArray(value[part])) return value;
  const { [part]: array, ...others } = value;
  const next = change(array as unknown[]);
  return next === undefined ? others : { ...value, [part]: next };
}

function keepMatched(doc: Document, path: string, filter: Document): Document {
  const at = matchedIndex(doc, path, filter);
  return mapAt(doc, path.split('.'), (array) => (at === -1 ? array : array.slice(at, at + 1)));
}

function keepFirst(doc: Document, path: string, test: (item: unknown) => boolean): Document {
  return mapAt(doc, path.split('.'), (array) => {
    const at = array.findIndex(test);
    return at === -1 ? undefined : [array[at]];
  });
}

function slice(array: unknown[], spec: unknown): unknown[] {
  const [skip, limit] = (Array.isArray(spec) ? spec : [spec]).map((item) => toNumber(item, 0));
  if (limit === undefined) return skip! < 0 ? array.slice(skip) : array.slice(0, skip);
  const start = skip! < 0 ? Math.max(0, array.length + skip!) : skip!;
  return array.slice(start, start + limit);
}

function setPath(doc: Document, [part, ...rest]: string[], value: unknown): void {
  if (part === undefined || value === undefined) return;
  if (rest.length === 0) {
    doc[part] = value;
    return;
  }
  const child = isPlainObject(doc[part]) ? { ...doc[part] } : {};
  doc[part] = child;
  setPath(child, rest, value);
}
