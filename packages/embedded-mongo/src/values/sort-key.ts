import type { Binary, Decimal128, Document, Timestamp } from 'bson';
import { isInt64 } from './codec.ts';

/**
 * Encodes values as strings. The order of the strings, by UTF-16 code unit, is BSON's comparison order, so one
 * encoding serves equality, sorting, unique keys and index bounds. No encoding is a prefix of another one of
 * the same rank.
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

const float = new DataView(new ArrayBuffer(8));
const unit = String.fromCharCode;
/** Matches texts with characters that may need another encoding than their own. */
const NEEDS_ESCAPE = /[^ -\ud7ff]/;
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

/** The rank of a value's type in BSON's comparison order; a missing value ranks as null. */
export function rankOf(value: unknown): number {
  switch (typeof value) {
    case 'number':
    case 'bigint':
      return RANK.number;
    case 'string':
      return RANK.string;
    case 'boolean':
      return RANK.boolean;
    case 'undefined':
      return RANK.null;
  }
  if (value === null) return RANK.null;
  if (Array.isArray(value)) return RANK.array;
  if (value instanceof Date) return RANK.date;
  if (value instanceof RegExp) return RANK.regex;
  const bsonType = (value as { _bsontype?: unknown })._bsontype;
  if (typeof bsonType === 'string') return BSON_RANKS[bsonType] ?? RANK.other;
  return RANK.object;
}

/** The encoding of one value. Equal values of different numeric types encode alike. */
export function sortKey(value: unknown): string {
  const rank = rankOf(value);
  return unit(rank) + payload(rank, value);
}

function payload(rank: number, value: unknown): string {
  switch (rank) {
    case RANK.number:
      return encodeNumeric(value);
    case RANK.string:
      return encodeText(String(value));
    case RANK.object:
      return encodeObject(value as Document);
    case RANK.array:
      return `${(value as unknown[]).map((item) => sortKey(item)).join('')}\u0000`;
    case RANK.binary:
      return encodeBinary(value as Binary);
    case RANK.objectId:
      return encodeBytes((value as { id: Uint8Array }).id);
    case RANK.boolean:
      return value ? '\u0002' : '\u0001';
    case RANK.date:
      return encodeFloat((value as Date).getTime());
    case RANK.timestamp:
      return encodeTimestamp(value as Timestamp);
    case RANK.regex:
      return encodeText(String(value));
    case RANK.other:
      return encodeText(JSON.stringify(value) ?? '');
    default:
      return '';
  }
}

function encodeFloat(value: number): string {
  if (Number.isNaN(value)) return '\u0000\u0000\u0000\u0000';
  float.setFloat64(0, value === 0 ? 0 : value);
  const flip = float.getUint16(0) & 0x8000 ? 0xffff : 0;
  const head = float.getUint16(0) ^ (flip || 0x8000);
  return unit(head, float.getUint16(2) ^ flip, float.getUint16(4) ^ flip, float.getUint16(6) ^ flip);
}

/** The nearest double, then a code unit that orders integers and decimals with the same nearest double. */
function encodeNumeric(value: unknown): string {
  if (typeof value === 'number') return `${encodeFloat(value)}\u8000`;
  if (isInt64(value)) return encodeBigInt(value.toBigInt());
  if (typeof value === 'bigint') return encodeBigInt(value);
  const bson = value as { _bsontype: string; value?: number } & Decimal128;
  if (bson._bsontype !== 'Decimal128') return `${encodeFloat(Number(bson.value))}\u8000`;
  const text = bson.toString();
  const double = Number(text);
  const exact = Number.isInteger(double) || Number.isNaN(double);
  return exact ? `${encodeFloat(double)}\u8000` : `${encodeFloat(double)}\u8001${encodeText(text)}`;
}

function encodeBigInt(value: bigint): string {
  const double = Number(value);
  return encodeFloat(double) + unit(0x8000 + Number(value - BigInt(double)));
}

function encodeText(text: string): string {
  if (!NEEDS_ESCAPE.test(text)) return `${text}\u0000`;
  let out = '';
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i);
    if (code < 2) out += unit(1, code + 1);
    // Code point order: surrogate pairs stand above U+E000..U+FFFF.
    else if (code >= 0xe000) out += unit(code - 0x800);
    else if (code >= 0xd800) out += unit(code + 0x2000);
    else out += unit(code);
  }
  return `${out}\u0000`;
}

function encodeObject(value: Document): string {
  let out = '';
  for (const name of Object.keys(value)) {
    const rank = rankOf(value[name]);
    out += unit(rank) + encodeText(name) + payload(rank, value[name]);
  }
  return `${out}\u0000`;
}

function encodeBinary(value: Binary): string {
  const bytes = value.buffer.subarray(0, value.position);
  return unit(bytes.length >>> 16, bytes.length & 0xffff, value.sub_type) + encodeBytes(bytes);
}

function encodeBytes(bytes: Uint8Array): string {
  let out = '';
  for (let i = 0; i < bytes.length; i += 2) out += unit((bytes[i]! << 8) | (bytes[i + 1] ?? 0));
  return out;
}

function encodeTimestamp(value: Timestamp): string {
  const high = value.getHighBitsUnsigned();
  const low = value.getLowBitsUnsigned();
  return unit(high >>> 16, high & 0xffff, low >>> 16, low & 0xffff);
}

/** The same key in the opposite order, for a descending field of an index or a sort. */
export function invertKey(key: string): string {
  let out = '';
  for (let i = 0; i < key.length; i++) out += unit(0xffff - key.charCodeAt(i));
  return out;
}

/** The smallest string above every string that begins with `prefix`; undefined when there is none. */
export function prefixEnd(prefix: string): string | undefined {
  for (let i = prefix.length - 1; i >= 0; i--) {
    const code = prefix.charCodeAt(i);
    if (code < 0xffff) return prefix.slice(0, i) + unit(code + 1);
  }
  return undefined;
}

/** -1, 0 or 1 in BSON's comparison order. */
export function compareValues(left: unknown, right: unknown): number {
  if (typeof left === 'number' && typeof right === 'number' && left === right) return 0;
  const a = sortKey(left);
  const b = sortKey(right);
  return a < b ? -1 : a > b ? 1 : 0;
}
