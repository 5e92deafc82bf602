import type { Document } from 'bson';
import { CommandError, unsupported } from '../errors.ts';
import { isPlainObject, toNumber } from '../values/codec.ts';
import { compileExpression, type Expression } from './expression.ts';
import { compileElementTest } from './matcher.ts';

/** A tree of path components: true marks a leaf. */
type Tree = Map<string, Tree | true>;
type Project = (doc: Document) => Document;

/** The paths of a projection: shown or hidden, computed from other fields, or arrays cut to one element. */
interface Parts {
  readonly flags: [path: string, isShown: boolean][];
  readonly computed: [path: string, value: Expression][];
  readonly arrays: [path: string, test: (item: unknown) => boolean][];
}

/** A projection of `find` or of the stage `$project` as a function. Throws BadValue, CommandNotSupported. */
export function compileProjection(spec: Document | null | undefined): Project {
  if (spec === undefined || spec === null) return (doc) => doc;
  if (!isPlainObject(spec)) throw new CommandError('TypeMismatch', 'a projection must be an object');
  if (Object.keys(spec).length === 0) return (doc) => doc;
  const parts: Parts = { flags: [], computed: [], arrays: [] };
  for (const [path, value] of flatten(spec)) {
    if (path.endsWith('.$')) throw unsupported('a positional projection');
    if (isFlag(value)) parts.flags.push([path, Boolean(toNumber(value, Number(Boolean(value))))]);
    else if (isPlainObject(value) && '$elemMatch' in value) {
      parts.flags.push([path, true]);
      parts.arrays.push([path, compileElementTest(value.$elemMatch as Document)]);
    } else parts.computed.push([path, compileExpression(value)]);
  }
  return assemble(parts);
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

function assemble({ flags, computed, arrays }: Parts): Project {
  const others = flags.filter(([path]) => path !== '_id');
  const idFlag = flags.find(([path]) => path === '_id')?.[1];
  const includes = others.some(([, isShown]) => isShown);
  if (includes && others.some(([, isShown]) => !isShown)) {
    throw new CommandError('BadValue', 'Cannot do exclusion on a field in inclusion projection');
  }
  const isInclusion = includes || (others.length === 0 && (computed.length > 0 || idFlag === true));
  const tree = treeOf(others.map(([path]) => path));
  if (isInclusion ? idFlag !== false : idFlag === false) tree.set('_id', true);
  return (doc) => {
    let shaped = doc;
    for (const [path, test] of arrays) shaped = keepFirst(shaped, path.split('.'), test);
    const out = (isInclusion ? include(shaped, tree) : exclude(shaped, tree)) as Document;
    for (const [path, evaluate] of computed) setPath(out, path.split('.'), evaluate(doc));
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

/** A copy of the document whose array at a path has only the first element that passes; without one, no array. */
function keepFirst(value: unknown, parts: string[], test: (item: unknown) => boolean): Document {
  const [part, ...rest] = parts;
  if (Array.isArray(value)) return value.map((item) => keepFirst(item, parts, test));
  if (part === undefined || !isPlainObject(value) || !(part in value)) return value as Document;
  if (rest.length > 0) return { ...value, [part]: keepFirst(value[part], rest, test) };
  const { [part]: array, ...others } = value;
  if (!Array.isArray(array)) return value;
  const at = array.findIndex(test);
  return at === -1 ? others : { ...value, [part]: [array[at]] };
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
