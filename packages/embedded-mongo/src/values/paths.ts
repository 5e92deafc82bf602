import type { Document } from 'bson';
import { isPlainObject } from './codec.ts';

/** Whether a path component can be an array index. */
export function isIndex(part: string): boolean {
  return /^(0|[1-9]\d*)$/.test(part);
}

/**
 * The values at a dotted path, as queries see them: an array on the path stands for each of its elements. A path
 * without a value gives `[undefined]`. An array at the end is given whole; the caller decides about its elements.
 */
export function valuesAt(doc: Document, path: string): unknown[] {
  if (!path.includes('.')) return [Object.hasOwn(doc, path) ? doc[path] : undefined];
  const out: unknown[] = [];
  walk(doc, path.split('.'), 0, out);
  return out.length > 0 ? out : [undefined];
}

function walk(value: unknown, parts: string[], at: number, out: unknown[]): void {
  if (at === parts.length) {
    out.push(value);
    return;
  }
  const part = parts[at]!;
  if (Array.isArray(value)) {
    if (isIndex(part) && Number(part) < value.length) walk(value[Number(part)], parts, at + 1, out);
    for (const item of value) if (isPlainObject(item)) walk(item, parts, at, out);
    return;
  }
  if (isPlainObject(value)) walk(Object.hasOwn(value, part) ? value[part] : undefined, parts, at + 1, out);
  else out.push(undefined);
}

/** Whether any value at the path, or any element of an array there, passes the test. */
export function anyAt(doc: Document, path: string, test: (value: unknown) => boolean): boolean {
  for (const value of valuesAt(doc, path)) {
    if (test(value)) return true;
    if (Array.isArray(value) && value.some(test)) return true;
  }
  return false;
}
