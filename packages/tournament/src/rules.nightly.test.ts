import { test } from 'vitest';
import { below, randomFrom } from '../test/random-tournaments.ts';
import { checkArena, checkSwiss } from '../test/rules.ts';

const SWISS = 5_000;
const ARENAS = 5_000;

test('breaks no rule in 5,000 random Swiss tournaments', () => {
  for (let seed = 1; seed <= SWISS; seed += 1) {
    const random = randomFrom(seed);
    checkSwiss(random, 2 + below(random, 50), 3 + below(random, 9));
  }
});

test('breaks no rule in 5,000 random arenas', () => {
  for (let seed = 1; seed <= ARENAS; seed += 1) {
    const random = randomFrom(seed);
    checkArena(random, 2 + below(random, 50), 5 + below(random, 60));
  }
});
