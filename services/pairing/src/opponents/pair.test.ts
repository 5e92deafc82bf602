import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { isAcceptable, pair, UNLIMITED_WAIT, type Waiting } from './index.ts';

const NOW = 1_700_000_000_000;
const IDS = Array.from({ length: 24 }, (_, i) => `user-${String.fromCharCode(97 + i)}`);

function waiting(userId: string, change: Partial<Waiting> = {}): Waiting {
  return {
    userId,
    pool: '5+3:rated',
    rating: 1_500,
    provisional: false,
    since: NOW,
    colorBalance: 0,
    recentOpponents: [],
    blocked: new Set(),
    ...change,
  };
}

const anyUser = fc.constantFrom(...IDS);
const users = fc.uniqueArray(
  fc.record({
    userId: anyUser,
    pool: fc.constantFrom('5+3:rated', '5+3:casual'),
    rating: fc.integer({ min: 800, max: 2_400 }),
    provisional: fc.boolean(),
    since: fc.integer({ min: NOW - 2 * UNLIMITED_WAIT, max: NOW }),
    colorBalance: fc.integer({ min: -5, max: 5 }),
    recentOpponents: fc.array(anyUser, { maxLength: 3 }),
    blocked: fc.array(anyUser, { maxLength: 12 }).map((ids) => new Set(ids)),
  }),
  { selector: ({ userId }) => userId, maxLength: IDS.length },
);

describe('a wave', () => {
  test('pairs each user once, only acceptable pairs, and leaves no acceptable pair', () => {
    fc.assert(
      fc.property(users, (all) => {
        const of = new Map(all.map((one) => [one.userId, one]));
        const pairs = pair(all, NOW);
        const paired = pairs.flatMap(({ red, blue }) => [red, blue]);
        expect(new Set(paired).size).toBe(paired.length);
        for (const { red, blue, pool } of pairs) {
          // The only two users of a pool may have just played each other.
          const isAlone = all.filter((one) => one.pool === pool).length === 2;
          const [a, b] = [of.get(red)!, of.get(blue)!].map((one) =>
            isAlone ? { ...one, recentOpponents: [] } : one,
          );
          expect(isAcceptable(a!, b!, NOW)).toBe(true);
          expect([of.get(red)!.pool, of.get(blue)!.pool]).toEqual([pool, pool]);
        }
        const left = all.filter(({ userId }) => !paired.includes(userId));
        for (const a of left) expect(left.filter((b) => isAcceptable(a, b, NOW))).toEqual([]);
      }),
      { numRuns: 500 },
    );
  });

  test('never pairs users if one has blocked the other', () => {
    fc.assert(
      fc.property(users, (all) => {
        const of = new Map(all.map((one) => [one.userId, one]));
        for (const { red, blue } of pair(all, NOW)) {
          expect(of.get(red)!.blocked.has(blue) || of.get(blue)!.blocked.has(red)).toBe(false);
        }
      }),
      { numRuns: 300 },
    );
  });

  test('ignores the order and duplicates of its input', () => {
    fc.assert(
      fc.property(
        users.chain((all) => fc.tuple(fc.constant(all), fc.shuffledSubarray(all, { minLength: all.length }))),
        ([all, shuffled]) => {
          expect(pair([...shuffled, ...all], NOW)).toEqual(pair(all, NOW));
        },
      ),
      { numRuns: 200 },
    );
  });

  test('pairs a user who has waited long with an opponent of any rating', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 4_000 }), fc.boolean(), (rating, provisional) => {
        const patient = waiting('a', { since: NOW - UNLIMITED_WAIT });
        expect(pair([patient, waiting('b', { rating, provisional })], NOW)).toHaveLength(1);
      }),
    );
  });
});

describe('the opponent', () => {
  function opponentOf(userId: string, all: Waiting[]): string | undefined {
    const found = pair(all, NOW).find(({ red, blue }) => red === userId || blue === userId);
    return found && (found.red === userId ? found.blue : found.red);
  }

  test('is the nearest by rating', () => {
    const all = [waiting('a'), waiting('b', { rating: 1_560 }), waiting('c', { rating: 1_490 })];
    expect(opponentOf('a', all)).toBe('c');
  });

  test('may be further away by rating the longer both have waited', () => {
    const far = waiting('b', { rating: 1_800 });
    expect(pair([waiting('a'), far], NOW)).toEqual([]);
    const [a, b] = [waiting('a', { since: NOW - 20_000 }), { ...far, since: NOW - 20_000 }];
    expect(pair([a, b], NOW)).toHaveLength(1);
  });

  test('of an established player is at first not a provisional one', () => {
    const newcomer = waiting('b', { provisional: true });
    expect(pair([waiting('a'), newcomer], NOW)).toEqual([]);
    expect(opponentOf('a', [waiting('a'), newcomer, waiting('c', { rating: 1_560 })])).toBe('c');
    expect(pair([newcomer, waiting('c', { provisional: true })], NOW)).toHaveLength(1);
  });

  test('is not the last opponent while a third user waits, unless both have waited 60 s', () => {
    const again = (since: number) => [
      waiting('a', { recentOpponents: ['b'], since: NOW - 61_000 }),
      waiting('b', { since }),
    ];
    const third = waiting('d', { blocked: new Set(['a', 'b']) });
    expect(pair([...again(NOW - 59_000), third], NOW)).toEqual([]);
    expect(pair([...again(NOW - 61_000), third], NOW)).toHaveLength(1);
    expect(pair(again(NOW), NOW)).toHaveLength(1);
    expect(opponentOf('a', [...again(NOW), waiting('c', { rating: 1_600 })])).toBe('c');
  });

  test('is found beyond any number of blocked near users', () => {
    const near = Array.from({ length: 40 }, (_, i) => `near-${i}`);
    const me = waiting('a', { blocked: new Set(near), since: NOW - UNLIMITED_WAIT });
    const others = near.map((userId) => waiting(userId, { blocked: new Set(near) }));
    expect(opponentOf('a', [me, ...others, waiting('z', { rating: 2_400 })])).toBe('z');
  });
});

test('gives red to the user who had it less often, then to the one who has waited longer', () => {
  const [[owed], [earlier]] = [
    pair([waiting('a', { colorBalance: 1 }), waiting('b', { colorBalance: -1 })], NOW),
    pair([waiting('a'), waiting('b', { since: NOW - 1 })], NOW),
  ];
  expect([owed?.red, earlier?.red]).toEqual(['b', 'b']);
});

test('prefers pairs with opposite color balances', () => {
  const pairs = pair(
    [
      waiting('a', { colorBalance: -4 }),
      waiting('b', { rating: 1_501, colorBalance: -4 }),
      waiting('c', { rating: 1_502, colorBalance: 4 }),
      waiting('d', { rating: 1_503, colorBalance: 4 }),
    ],
    NOW,
  );
  expect(pairs.map(({ red }) => red).sort()).toEqual(['a', 'b']);
});
