import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { BASELINE } from './baseline.ts';
import { type Decision, QUALITIES } from './decisions.ts';
import { bandOf, type Distribution, weigh } from './evidence.ts';
import { paceOf } from './pace.ts';

const { bands, engine } = BASELINE;

/** Returns games whose decisions have exactly the shares of a distribution, as far as they are whole. */
function gamesOf(shares: Distribution, games = 20): Decision[][] {
  const game = shares.flatMap((row, clarity) =>
    row.flatMap((share, quality) =>
      Array.from({ length: Math.round(10 * share) }, () => decision(clarity, quality)),
    ),
  );
  return Array.from({ length: games }, () => game);
}

function decision(clarity: number, quality: number, ms: number | null = null): Decision {
  return { phase: 'middle', clarity, quality, loss: 0, isBehind: false, ms };
}

function mixed(one: Distribution, other: Distribution, share: number): Distribution {
  return one.map((row, c) => row.map((value, q) => (1 - share) * value + share * other[c]![q]!));
}

describe('the baseline', () => {
  test('has shares that sum to 1, and stronger persons lose less', () => {
    const meanQuality = (shares: Distribution) =>
      shares.flatMap((row) => row.map((share, quality) => share * quality)).reduce((a, b) => a + b);
    for (const shares of [...bands.map((one) => one.shares), engine]) {
      for (const row of shares) expect(row.reduce((a, b) => a + b)).toBeCloseTo(1, 2);
    }
    const order = [...bands.map(({ shares }) => meanQuality(shares)), meanQuality(engine)];
    expect(order).toEqual(order.toSorted((a, b) => b - a));
  });

  test('finds the band of a rating', () => {
    expect([100, 1_200, 1_500, 3_000].map((rating) => bandOf(BASELINE, rating))).toEqual([0, 1, 2, 4]);
  });
});

describe('the evidence', () => {
  test.each(bands.map(({ upTo }, band) => [upTo, band] as const))(
    'is against help for honest persons below %i, whatever their rating',
    (_, band) => {
      for (const rating of [900, 1_500, 2_100]) {
        const found = weigh(gamesOf(bands[band]!.shares), rating, BASELINE);
        expect(found.value).toBeLessThan(BASELINE.flagFrom.all);
        expect(Math.abs(found.band - band)).toBeLessThanOrEqual(1);
      }
    },
  );

  test('is for help by an engine, always or at every second move', () => {
    const always = weigh(gamesOf(engine), 1_500, BASELINE);
    expect(always).toMatchObject({ share: 1 });
    expect(always.value).toBeGreaterThan(BASELINE.flagFrom.all + 2 * always.error);
    const often = weigh(gamesOf(mixed(bands[1]!.shares, engine, 0.5)), 1_200, BASELINE);
    expect(often.value).toBeGreaterThan(BASELINE.flagFrom.all);
  });

  test('does not depend on the order of games, and grows with their number', () => {
    const game = fc.array(
      fc.tuple(fc.nat(2), fc.nat(QUALITIES - 1)).map(([c, q]) => decision(c, q)),
      { maxLength: 30 },
    );
    fc.assert(
      fc.property(
        fc.array(game, { minLength: 1, maxLength: 8 }),
        fc.integer({ min: 500, max: 2_500 }),
        (games, rating) => {
          const found = weigh(games, rating, BASELINE);
          expect(weigh(games.toReversed(), rating, BASELINE).value).toBeCloseTo(found.value, 6);
          expect(Number.isFinite(found.value) && Number.isFinite(found.error)).toBe(true);
        },
      ),
    );
    const [few, many] = [5, 20].map((count) => weigh(gamesOf(engine, count), 1_500, BASELINE).value);
    expect(many).toBeGreaterThan(few!);
  });

  test('is nothing without games', () => {
    expect(weigh([], 1_500, BASELINE)).toMatchObject({ error: 0, decisions: 0 });
  });
});

describe('the pace', () => {
  test('is unknown without times, or with few', () => {
    expect(paceOf(Array.from({ length: 30 }, () => decision(0, 0)))).toBeNull();
    expect(paceOf(Array.from({ length: 19 }, () => decision(0, 0, 900)))).toBeNull();
  });

  test('tells an even pace from one that follows the difficulty', () => {
    const times = (clear: number, unclear: number) =>
      Array.from({ length: 40 }, (_, n) => decision(n % 2 === 0 ? 2 : 0, 0, n % 2 === 0 ? clear : unclear));
    expect(paceOf(times(4_000, 4_100))).toMatchObject({ moves: 40 });
    expect(paceOf(times(4_000, 4_100))!.spread).toBeLessThan(0.05);
    const person = paceOf(times(1_000, 9_000))!;
    expect(person.spread).toBeGreaterThan(1);
    expect(person.effort).toBeCloseTo(Math.log(9), 6);
  });
});
