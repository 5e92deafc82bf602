import fc from 'fast-check';
import { test } from 'vitest';
import { randomFrom } from '../test/random-tournaments.ts';
import { checkArena, checkSwiss } from '../test/rules.ts';

const SEED = fc.integer({ min: 1, max: 1_000_000_000 });

test('breaks no rule in 100 random Swiss tournaments', () => {
  const swiss = fc.property(
    SEED,
    fc.integer({ min: 2, max: 40 }),
    fc.integer({ min: 3, max: 11 }),
    (seed, ...size) => checkSwiss(randomFrom(seed), ...size),
  );
  fc.assert(swiss, { numRuns: 100 });
});

test('breaks no rule in 100 random arenas', () => {
  const arena = fc.property(
    SEED,
    fc.integer({ min: 2, max: 40 }),
    fc.integer({ min: 5, max: 40 }),
    (seed, ...size) => checkArena(randomFrom(seed), ...size),
  );
  fc.assert(arena, { numRuns: 100 });
});
