import { test } from 'vitest';
import { below, randomFrom } from '../test/random-tournaments.ts';
import { checkArena, checkSwiss } from '../test/rules.ts';

/** Together 10,000 tournaments, in parts that end in time. */
const PARTS = [1, 2, 3, 4, 5];
const PART = 1_000;

function seedsOf(part: number): number[] {
  return Array.from({ length: PART }, (_, n) => part * PART + n);
}

test.each(PARTS)('breaks no rule in 1,000 random Swiss tournaments, part %i', (part) => {
  for (const seed of seedsOf(part)) {
    const random = randomFrom(seed);
    checkSwiss(random, 2 + below(random, 50), 3 + below(random, 9));
  }
});

test.each(PARTS)('breaks no rule in 1,000 random arenas, part %i', (part) => {
  for (const seed of seedsOf(part)) {
    const random = randomFrom(seed);
    checkArena(random, 2 + below(random, 50), 5 + below(random, 60));
  }
});
