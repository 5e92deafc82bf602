import { type Document, deserialize, Long, serialize } from 'bson';

/** Largest document that a command may store, in bytes (the protocol's limit). */
export const MAX_DOCUMENT_BYTES = 16 * 1024 * 1024;

/** Decodes BSON. Int32 and Double become numbers; Long, Decimal128 and Binary keep their types. */
export function decodeDocument(bytes: Uint8Array): Document {
  return deserialize(bytes, { promoteLongs: false, promoteBuffers: false });
}

/** Encodes a document as BSON. */
export function encodeDocument(doc: Document): Uint8Array {
  return serialize(doc, { ignoreUndefined: false, checkKeys: false });
}

/** Returns whether a value is a sub-document, as opposed to an array, a date or a BSON type. */
export function isPlainObject(value: unknown): value is Document {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return false;
  const prototype = Object.getPrototypeOf(value);
  return prototype === Object.prototype || prototype === null;
}

/** Returns whether a field anywhere in a value is called `__proto__`: copying it would set a prototype. */
export function namesPrototype(value: unknown): boolean {
  if (Array.isArray(value)) return value.some(namesPrototype);
  if (!isPlainObject(value)) return false;
  return Object.keys(value).some((key) => key === '__proto__' || namesPrototype(value[key]));
}

/** Copies documents and arrays, without fields that are undefined. Dates and BSON types are shared: they never change. */
export function cloneValue<T>(value: T): T {
  if (Array.isArray(value)) return value.map(cloneValue) as T;
  if (!isPlainObject(value)) return value;
  const copy: Document = {};
  for (const key of Object.keys(value)) {
    if (value[key] !== undefined) copy[key] = cloneValue(value[key]);
  }
  return copy as T;
}

/** Returns whether a value is a Long, and not the Timestamp that extends it. */
export function isInt64(value: unknown): value is Long {
  return Long.isLong(value) && (value as { _bsontype?: string })._bsontype === 'Long';
}

/** Returns a number or a Long as a number, and the fallback for any other value. */
export function toNumber(value: unknown, fallback: number): number {
  if (typeof value === 'number') return value;
  return isInt64(value) ? value.toNumber() : fallback;
}
