import { Binary, Decimal128, Double, Long, MaxKey, MinKey, ObjectId, Timestamp } from 'bson';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { compareValues, invertKey, prefixEnd, sortKey } from './sort-key.ts';

/** Values in BSON's comparison order, each group equal among itself. */
const ORDER: unknown[][] = [
  [new MinKey()],
  [null, undefined],
  [Number.NaN],
  [Number.NEGATIVE_INFINITY],
  [Long.fromString('-9007199254740993')],
  [-(2 ** 53), Long.fromString('-9007199254740992')],
  [-1.5],
  [-1, Long.fromNumber(-1), new Double(-1), Decimal128.fromString('-1')],
  [0, -0, Long.ZERO],
  [0.1],
  [5, Long.fromNumber(5)],
  [2 ** 53],
  [Long.fromString('9007199254740993')],
  [Number.POSITIVE_INFINITY],
  [''],
  ['\u0000'],
  ['\u0001'],
  ['A'],
  ['a'],
  ['a\u0000'],
  ['ab'],
  ['斗'],
  ['\uffff'],
  ['🐘'],
  [{}],
  [{ a: 1 }],
  [{ a: 1, b: 0 }],
  [{ b: 1 }],
  [{ a: 'x' }],
  [[]],
  [[1]],
  [[1, 2]],
  [[2]],
  [new Binary(Buffer.from([9]))],
  [new Binary(Buffer.from([1, 2]))],
  [new ObjectId('000000000000000000000001')],
  [new ObjectId('ff0000000000000000000000')],
  [false],
  [true],
  [new Date(-5)],
  [new Date(5)],
  [new Timestamp({ t: 1, i: 2 })],
  [new Timestamp({ t: 2, i: 1 })],
  [/a/],
  [new MaxKey()],
];

describe('sort keys', () => {
  test('follow the comparison order of BSON', () => {
    for (const [i, group] of ORDER.entries()) {
      for (const [j, other] of ORDER.entries()) {
        for (const a of group)
          for (const b of other) expect([a, b, compareValues(a, b)]).toEqual([a, b, Math.sign(i - j)]);
      }
    }
  });

  test('of numbers follow the numbers', () => {
    fc.assert(
      fc.property(fc.double({ noNaN: true }), fc.double({ noNaN: true }), (a, b) => {
        expect(compareValues(a, b)).toBe(a < b ? -1 : a > b ? 1 : 0);
      }),
    );
  });

  test('of 64-bit integers follow the integers', () => {
    fc.assert(
      fc.property(
        fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n }),
        fc.bigInt({ min: -64n, max: 64n }),
        (a, d) => {
          const b = BigInt.asIntN(64, a + d);
          expect(compareValues(Long.fromBigInt(a), Long.fromBigInt(b))).toBe(a < b ? -1 : a > b ? 1 : 0);
        },
      ),
    );
  });

  test('of texts follow their UTF-8 bytes', () => {
    const text = fc.string({ unit: 'binary' });
    fc.assert(
      fc.property(text, text, (a, b) => {
        expect(compareValues(a, b)).toBe(Math.sign(Buffer.compare(Buffer.from(a), Buffer.from(b))));
      }),
    );
  });

  const value = fc.oneof(fc.string(), fc.integer(), fc.array(fc.integer()), fc.constant(null));
  test('of compound keys compare field by field, and turn round when inverted', () => {
    fc.assert(
      fc.property(fc.tuple(value, value), fc.tuple(value, value), ([a1, a2], [b1, b2]) => {
        const expected = compareValues(a1, b1) || -compareValues(a2, b2);
        const [a, b] = [sortKey(a1) + invertKey(sortKey(a2)), sortKey(b1) + invertKey(sortKey(b2))];
        expect(a < b ? -1 : a > b ? 1 : 0).toBe(Math.sign(expected) + 0);
      }),
    );
  });

  test('prefixEnd lies just above everything with the prefix', () => {
    const text = fc.string({ unit: 'binary', minLength: 1 });
    fc.assert(
      fc.property(text, text, (prefix, other) => {
        const end = prefixEnd(prefix);
        expect(end === undefined || prefix + other < end).toBe(true);
        expect(end === undefined || other < prefix || other.startsWith(prefix) || other >= end).toBe(true);
      }),
    );
    expect(prefixEnd('\uffff')).toBeUndefined();
    expect(prefixEnd('a\uffff')).toBe('b');
  });
});
