import type { Document } from 'bson';
import { unsupported } from '../errors.ts';
import { isPlainObject } from '../values/codec.ts';

/** A value computed from a document; undefined when the document does not have it. */
export type Expression = (doc: Document) => unknown;

/** Reads `'$a.b'` (a field), an object of such, or a constant. Throws CommandNotSupported for anything that computes. */
export function compileExpression(spec: unknown): Expression {
  if (typeof spec === 'string' && spec.startsWith('$')) {
    if (spec.startsWith('$$')) throw unsupported(`variable ${spec}`);
    const parts = spec.slice(1).split('.');
    return (doc) => fieldAt(doc, parts);
  }
  if (Array.isArray(spec)) throw unsupported('an array as an expression');
  if (!isPlainObject(spec)) return () => spec;
  const operator = Object.keys(spec).find((name) => name.startsWith('$'));
  if (operator !== undefined) throw unsupported(`expression ${operator}`);
  const fields = Object.entries(spec).map(([name, field]) => [name, compileExpression(field)] as const);
  return (doc) => {
    const values = fields.map(([name, evaluate]) => [name, evaluate(doc)] as const);
    return Object.fromEntries(values.filter(([, value]) => value !== undefined));
  };
}

/** A path through an array gives an array of what its elements have. */
function fieldAt(value: unknown, parts: readonly string[]): unknown {
  const [part, ...rest] = parts;
  if (part === undefined) return value;
  if (Array.isArray(value)) {
    return value.map((item) => fieldAt(item, parts)).filter((found) => found !== undefined);
  }
  if (!isPlainObject(value) || !Object.hasOwn(value, part)) return undefined;
  return fieldAt(value[part], rest);
}
