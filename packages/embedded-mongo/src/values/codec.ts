import { type Document, deserialize, Long, serialize } from 'bson';

/** Largest document, in bytes, that a command may store (the protocol's limit). */
export const MAX_DOCUMENT_BYTES = 16 * 1024 * 1024;

/**
 * BSON bytes to a document. Int32 and Double become numbers; Long, Decimal128 and Binary stay what they are,
 * so that a document written back keeps their types.
 */
export function decodeDocument(bytes: Uint8Array): Document {
  return deserialize(bytes, { promoteLongs: false, promoteBuffers: false });
}

/** A document to BSON bytes. */
export function encodeDocument(doc: Document): Uint8Array {
  return serialize(doc, { ignoreUndefined: false, checkKeys: false });
}

/** Whether a value is a plain sub-document, as opposed to an array, a date or a BSON type. */
export function isPlainObject(value: unknown): value is Document {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return false;
  const prototype = Object.getPrototypeOf(value);
  return prototype === Object.prototype || prototype === null;
}

/** Whether a field anywhere in a value is called `__proto__`: copying it would set a prototype instead. */
export function namesPrototype(value: unknown): boolean {
  if (Array.isArray(value)) return value.some(namesPrototype);
  if (!isPlainObject(value)) return false;
  return Object.keys(value).some((key) => key === '__proto__' || namesPrototype(value[key]));
}

/** A deep copy of documents and arrays. Dates and BSON types are shared: nobody changes them in place. */
export function cloneValue<T>(value: T): T {
  if (Array.isArray(value)) return value.map(cloneValue) as T;
  if (!isPlainObject(value)) return value;
  const copy: Document = {};
  for (const key of Object.keys(value)) copy[key] = cloneValue((value as Document)[key]);
  return copy as T;
}

/** A Long that is a number, not the Timestamp that extends it. */
export function isInt64(value: unknown): value is Long {
  return Long.isLong(value) && (value as { _bsontype?: string })._bsontype === 'Long';
}

/** A command's numeric argument (number or Long) as a number, or the fallback when absent. */
export function toNumber(value: unknown, fallback: number): number {
  if (typeof value === 'number') return value;
  if (isInt64(value)) return value.toNumber();
  return fallback;
}
