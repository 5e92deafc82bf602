import type { Document } from 'bson';
import { Context, evalExpr } from 'mingo/core';
import type { Options } from 'mingo/types';
import { CommandError, unsupported } from './errors.ts';
import { compileElementTest } from './query.ts';
import { cloneValue, isPlainObject, toNumber } from './values.ts';

type Project = (doc: Document) => Document;
/** A tree of path components: true marks a leaf. */
type Tree = Map<string, Tree | true>;
/** A path of a projection: shown, hidden, cut to the first element that passes a test, or computed. */
type Field = [path: string, value: boolean | ((item: unknown) => boolean) | { expression: unknown }];

const EXPRESSIONS = { context: Context.init() } as Options;

/** Compiles a projection of `find` or the stage `$project`. Throws TypeMismatch, BadValue, CommandNotSupported. */
export function compileProjection(spec: unknown): Project {
  if (spec === undefined || spec === null) return (doc) => doc;
  if (!isPlainObject(spec)) throw new CommandError('TypeMismatch', 'a projection must be an object');
  const fields = flatten(spec);
  if (fields.length === 0) return (doc) => doc;
  const flags = fields.filter(([path, value]) => path !== '_id' && typeof value !== 'object');
  const isInclusion = flags.length > 0 ? flags[0]![1] !== false : fields.some(([, value]) => value !== false);
  if (flags.some(([, value]) => (value !== false) !== isInclusion))
    throw new CommandError('BadValue', 'Cannot do exclusion on a field in inclusion projection');
  const tree = treeOf(flags.map(([path]) => path));
  const showsId = fields.find(([path]) => path === '_id')?.[1] !== false;
  if (showsId === isInclusion) tree.set('_id', true);
  return (doc) => {
    let shaped = doc;
    for (const [path, test] of fields)
      if (typeof test === 'function') shaped = keepFirst(shaped, path.split('.'), test) as Document;
    const out = shape(shaped, tree, isInclusion) as Document;
    for (const [path, value] of fields) {
      const computed = typeof value === 'object' ? evaluate(doc, value.expression) : undefined;
      if (computed !== undefined) putCopy(out, path.split('.'), computed);
    }
    return out;
  };
}

/** Lists the paths of a projection: `{a: {b: 1}}` means `{'a.b': 1}`. Throws CommandNotSupported. */
function flatten(spec: Document, prefix = ''): Field[] {
  return Object.entries(spec).flatMap(([name, value]): Field[] => {
    const path = `${prefix}${name}`;
    if (path.endsWith('.$')) throw unsupported('a positional projection');
    const number = typeof value === 'boolean' ? Number(value) : toNumber(value, Number.NaN);
    if (Number.isFinite(number)) return [[path, number !== 0]];
    const operator = isPlainObject(value) ? Object.keys(value)[0] : '$';
    if (!operator?.startsWith('$')) return flatten(value as Document, `${path}.`);
    if (operator === '$elemMatch') return [[path, compileElementTest((value as Document).$elemMatch)]];
    assertSimple(value);
    return [[path, { expression: value as unknown }]];
  });
}

/** Returns the value of an expression in a document; undefined when it is missing. */
export function evaluate(doc: Document, expression: unknown): unknown {
  return cloneValue(evalExpr(doc, expression, EXPRESSIONS));
}

/** Throws CommandNotSupported for an expression other than `'$a.b'`, an object of such, or a constant. */
export function assertSimple(expression: unknown): void {
  if (typeof expression === 'string' && expression.startsWith('$$'))
    throw unsupported(`variable ${expression}`);
  if (Array.isArray(expression)) throw unsupported('an array as an expression');
  if (!isPlainObject(expression)) return;
  const operator = Object.keys(expression).find((name) => name.startsWith('$'));
  if (operator !== undefined) throw unsupported(`expression ${operator}`);
  Object.values(expression).forEach(assertSimple);
}

function treeOf(paths: readonly string[]): Tree {
  const root: Tree = new Map();
  for (const path of paths) {
    const parts = path.split('.');
    const leaf = parts.pop()!;
    let node = root;
    for (const part of parts) {
      const child = node.get(part) ?? new Map();
      if (child === true) throw new CommandError('BadValue', `Path collision at ${path}`);
      node.set(part, child);
      node = child;
    }
    if (node.has(leaf)) throw new CommandError('BadValue', `Path collision at ${path}`);
    node.set(leaf, true);
  }
  return root;
}

function isContainer(value: unknown): boolean {
  return isPlainObject(value) || Array.isArray(value);
}

/**
 * Includes or excludes the fields of a tree. Mingo's `$project` reorders them and takes a number for an array index.
 */
function shape(value: unknown, tree: Tree, keeps: boolean): unknown {
  if (Array.isArray(value))
    return value.filter((item) => !keeps || isContainer(item)).map((item) => shape(item, tree, keeps));
  if (!isPlainObject(value)) return value;
  const out: Document = {};
  for (const [name, child] of Object.entries(value)) {
    const node = tree.get(name);
    if (node instanceof Map) {
      if (!keeps || isContainer(child)) out[name] = shape(child, node, keeps);
    } else if ((node === true) === keeps) out[name] = child;
  }
  return out;
}

/** Copies a value so that the array at a path has only its first matching element, or is removed if none matches. */
function keepFirst(value: unknown, [part, ...rest]: string[], test: (item: unknown) => boolean): unknown {
  if (Array.isArray(value)) return value.map((item) => keepFirst(item, [part!, ...rest], test));
  if (part === undefined || !isPlainObject(value) || !(part in value)) return value;
  if (rest.length > 0) return { ...value, [part]: keepFirst(value[part], rest, test) };
  const { [part]: array, ...others } = value;
  if (!Array.isArray(array)) return value;
  const at = array.findIndex(test);
  return at === -1 ? others : { ...value, [part]: [array[at]] };
}

/** Sets a value in a document, and copies the sub-documents on the path, which the store shares. */
function putCopy(doc: Document, [part, ...rest]: string[], value: unknown): void {
  if (rest.length === 0) {
    doc[part!] = value;
    return;
  }
  const child = isPlainObject(doc[part!]) ? { ...doc[part!] } : {};
  doc[part!] = child;
  putCopy(child, rest, value);
}
