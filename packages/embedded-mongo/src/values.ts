import {
  type Binary,
  type Decimal128,
  type Document,
  deserialize,
  Long,
  type ObjectId,
  serialize,
  type Timestamp,
} from 'bson';

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

/** Returns whether a value has a field named `__proto__` at any depth: copying it would set a prototype. */
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

/** Returns whether a path component can be an array index. */
export function isIndex(part: string): boolean {
  return /^(0|[1-9]\d*)$/.test(part);
}

/**
 * Returns the values at a dotted path, as queries see them: an array on the path stands for each of its elements. A
 * path without a value gives `[undefined]`. An array at the end is returned whole; the caller handles its elements.
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

/** Returns whether any value at the path, or any element of an array there, passes the test. */
export function anyAt(doc: Document, path: string, test: (value: unknown) => boolean): boolean {
  for (const value of valuesAt(doc, path)) {
    if (test(value)) return true;
    if (Array.isArray(value) && value.some(test)) return true;
  }
  return false;
}

/**
 * Encodes values as strings of bytes (code units 0 to 255). The order of the strings, in JavaScript and as SQLite
 * TEXT, is BSON's comparison order, so one encoding serves equality, sorting, unique keys and index bounds.
 * No encoding is a prefix of another one.
 */

/** Ranks of BSON's comparison order; `undefined` stands for an empty array's key in an index. */
export const RANK = {
  minKey: 1,
  undefined: 2,
  null: 3,
  number: 4,
  string: 5,
  object: 6,
  array: 7,
  binary: 8,
  objectId: 9,
  boolean: 10,
  date: 11,
  timestamp: 12,
  regex: 13,
  other: 14,
  maxKey: 15,
} as const;

const BSON_RANKS: Record<string, number> = {
  ObjectId: RANK.objectId,
  Long: RANK.number,
  Int32: RANK.number,
  Double: RANK.number,
  Decimal128: RANK.number,
  Binary: RANK.binary,
  Timestamp: RANK.timestamp,
  MinKey: RANK.minKey,
  MaxKey: RANK.maxKey,
  BSONSymbol: RANK.string,
  BSONRegExp: RANK.regex,
};

const PRIMITIVE_RANKS: Record<string, number> = {
  number: RANK.number,
  bigint: RANK.number,
  string: RANK.string,
  boolean: RANK.boolean,
  undefined: RANK.null,
};

/** Returns the rank of a value's type in BSON's comparison order; a missing value ranks as null. */
export function rankOf(value: unknown): number {
  const rank = PRIMITIVE_RANKS[typeof value];
  if (rank !== undefined) return rank;
  if (value === null) return RANK.null;
  if (Array.isArray(value)) return RANK.array;
  if (value instanceof Date) return RANK.date;
  if (value instanceof RegExp) return RANK.regex;
  const bsonType = (value as { _bsontype?: unknown })._bsontype;
  return typeof bsonType === 'string' ? (BSON_RANKS[bsonType] ?? RANK.other) : RANK.object;
}

/** Encodes one value. Equal values of different numeric types encode alike. */
export function sortKey(value: unknown): string {
  const rank = rankOf(value);
  return String.fromCharCode(rank) + payload(rank, value);
}

/** Returns -1, 0 or 1 in BSON's comparison order. */
export function compareValues(left: unknown, right: unknown): number {
  return compareKeys(sortKey(left), sortKey(right));
}

/** Returns -1, 0 or 1 in the order of two encodings. */
export function compareKeys(left: string, right: string): number {
  return left < right ? -1 : left > right ? 1 : 0;
}

function payload(rank: number, value: unknown): string {
  switch (rank) {
    case RANK.number:
      return encodeNumeric(value);
    case RANK.string:
    case RANK.regex:
      return encodeText(String(value));
    case RANK.object:
      return encodeObject(value as Document);
    case RANK.array:
      return `${(value as unknown[]).map(sortKey).join('')}\u0000`;
    case RANK.binary:
      return encodeBinary(value as Binary);
    case RANK.objectId:
      return Buffer.from((value as ObjectId).id).toString('latin1');
    case RANK.boolean:
      return value ? '\u0002' : '\u0001';
    case RANK.date:
      return encodeFloat((value as Date).getTime());
    case RANK.timestamp:
      return encodePair(
        (value as Timestamp).getHighBitsUnsigned(),
        (value as Timestamp).getLowBitsUnsigned(),
      );
    case RANK.other:
      return encodeText(JSON.stringify(value) ?? '');
    default:
      return '';
  }
}

const scratch = Buffer.alloc(8);

function encodeFloat(value: number): string {
  if (Number.isNaN(value)) return '\u0000'.repeat(8);
  scratch.writeDoubleBE(value === 0 ? 0 : value);
  const isNegative = scratch[0]! >= 0x80;
  for (let i = 0; i < 8; i++) scratch[i]! ^= isNegative ? 0xff : i === 0 ? 0x80 : 0;
  return scratch.toString('latin1');
}

function encodePair(high: number, low: number): string {
  scratch.writeUInt32BE(high);
  scratch.writeUInt32BE(low, 4);
  return scratch.toString('latin1');
}

/** Encodes the nearest double, then two bytes that order integers and decimals with the same nearest double. */
function encodeNumeric(value: unknown): string {
  if (typeof value === 'number') return `${encodeFloat(value)}\u0080\u0000`;
  if (isInt64(value)) return encodeBigInt(value.toBigInt());
  if (typeof value === 'bigint') return encodeBigInt(value);
  const bson = value as { _bsontype: string; value?: number } & Decimal128;
  const text = bson._bsontype === 'Decimal128' ? bson.toString() : String(bson.value);
  const double = Number(text);
  const isExact = bson._bsontype !== 'Decimal128' || Number.isInteger(double) || Number.isNaN(double);
  return `${encodeFloat(double)}\u0080${isExact ? '\u0000' : `\u0001${encodeText(text)}`}`;
}

function encodeBigInt(value: bigint): string {
  const double = Number(value);
  const rest = 0x8000 + Number(value - BigInt(double));
  return encodeFloat(double) + String.fromCharCode(rest >> 8, rest & 0xff);
}

/** Encodes the UTF-8 bytes with 0 and 1 escaped, ended by 0. */
function encodeText(text: string): string {
  if (!/[^ -~]/.test(text)) return `${text}\u0000`;
  const bytes = Buffer.from(text).toString('latin1');
  return `${bytes.replaceAll('\u0001', '\u0001\u0002').replaceAll('\u0000', '\u0001\u0001')}\u0000`;
}

function encodeObject(value: Document): string {
  const fields = Object.keys(value).map((name) => {
    const rank = rankOf(value[name]);
    return String.fromCharCode(rank) + encodeText(name) + payload(rank, value[name]);
  });
  return `${fields.join('')}\u0000`;
}

function encodeBinary({ buffer, position, sub_type }: Binary): string {
  const bytes = Buffer.from(buffer.subarray(0, position)).toString('latin1');
  return encodePair(position, sub_type) + bytes;
}
