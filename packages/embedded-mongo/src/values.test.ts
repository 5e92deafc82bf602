import { DatabaseSync } from 'node:sqlite';
import { Binary, Decimal128, Double, Long, MaxKey, MinKey, ObjectId, Timestamp } from 'bson';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { compareKeys, compareValues, rankOf, sortKey } from './values.ts';

/** Values in BSON's comparison order; the values of each group are equal. */
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

  test('of numbers have the order of the numbers', () => {
    fc.assert(
      fc.property(fc.double({ noNaN: true }), fc.double({ noNaN: true }), (a, b) => {
        expect(compareValues(a, b)).toBe(a < b ? -1 : a > b ? 1 : 0);
      }),
    );
  });

  test('of 64-bit integers have the order of the integers', () => {
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

  test('of texts have the order of their UTF-8 bytes', () => {
    const text = fc.string({ unit: 'binary' });
    fc.assert(
      fc.property(text, text, (a, b) => {
        expect(compareValues(a, b)).toBe(Math.sign(Buffer.compare(Buffer.from(a), Buffer.from(b))));
      }),
    );
  });

  const value = fc.oneof(fc.string(), fc.integer(), fc.array(fc.integer()), fc.constant(null));
  test('in a sequence compare field by field', () => {
    fc.assert(
      fc.property(fc.tuple(value, value), fc.tuple(value, value), ([a1, a2], [b1, b2]) => {
        const expected = compareValues(a1, b1) || compareValues(a2, b2);
        expect(compareKeys(sortKey(a1) + sortKey(a2), sortKey(b1) + sortKey(b2))).toBe(expected);
      }),
    );
  });

  test('have the same order as text in SQLite', () => {
    const db = new DatabaseSync(':memory:');
    const isBelow = db.prepare('SELECT ? < ? AS isBelow');
    const text = fc.string({ unit: 'binary' });
    fc.assert(
      fc.property(fc.oneof(text, value, fc.double()), fc.oneof(text, value, fc.double()), (a, b) => {
        const [left, right] = [sortKey(a), sortKey(b)];
        expect(isBelow.get(left, right)?.isBelow).toBe(Number(left < right));
      }),
    );
    db.close();
  });

  test('of one type are between its rank and the next', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string({ unit: 'binary' }), value, fc.double()), (any) => {
        const key = sortKey(any);
        expect(String.fromCharCode(rankOf(any)) <= key).toBe(true);
        expect(key < String.fromCharCode(rankOf(any) + 1)).toBe(true);
      }),
    );
  });
});
