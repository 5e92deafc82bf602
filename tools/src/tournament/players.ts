import { randomFrom } from '@doushouqi/engine/laboratory';

/** A simulated player: what decides games, and the rating that the platform knows. */
export interface SimulatedPlayer {
  id: string;
  strength: number;
  rating: number;
}

export type Random = () => number;

const MEAN = 1_500;
const STRENGTH_DEVIATION = 250;
const RATING_ERROR = 80;
const DRAWS = 0.1;

function normal(random: Random): number {
  return Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());
}

export function population(count: number, seed: number): SimulatedPlayer[] {
  const random = randomFrom(seed);
  return Array.from({ length: count }, (_, n) => {
    const strength = MEAN + STRENGTH_DEVIATION * normal(random);
    return { id: `p${n}`, strength, rating: Math.round(strength + RATING_ERROR * normal(random)) };
  });
}

/** Returns a result by the logistic expectation of the strengths, with a share of draws. */
export function resultOf(red: number, blue: number, random: Random): 'red' | 'blue' | 'draw' {
  if (random() < DRAWS) return 'draw';
  return random() < 1 / (1 + 10 ** ((blue - red) / 400)) ? 'red' : 'blue';
}

/** Returns the duration of a game of 5 + 3, ms: 4 to 16 minutes, most around 8. */
export function durationOf(random: Random): number {
  return 60_000 * Math.min(16, Math.max(4, 8 * Math.exp(0.35 * normal(random))));
}

export function shuffled<T>(all: readonly T[], random: Random): T[] {
  return all
    .map((one) => ({ one, key: random() }))
    .sort((a, b) => a.key - b.key)
    .map(({ one }) => one);
}
