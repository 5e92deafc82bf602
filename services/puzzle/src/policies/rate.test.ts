import { groupsNear, type Rated, targetOf } from '@doushouqi/puzzles';
import { describe, expect, it } from 'vitest';
import { firstRating, rateTry, UNRATED } from './rate.ts';

const NOW = Date.UTC(2026, 10, 18);

describe('a first try', () => {
  const solver = { ...UNRATED };
  const puzzle = firstRating(1_500);

  it('moves user and puzzle against each other', () => {
    const solved = rateTry(solver, puzzle, 'solved', NOW);
    expect(solved.change.before).toBe(1_500);
    expect(solved.change.after).toBeGreaterThan(1_600);
    expect(solved.solver).toMatchObject({ puzzles: 1, history: [solved.change.after], ratedAt: NOW });
    expect(solved.puzzle.rating).toBeLessThan(1_500);
    const missed = rateTry(solver, puzzle, 'missed', NOW);
    expect(missed.change.after).toBeLessThan(1_400);
    expect(missed.puzzle.rating).toBeGreaterThan(1_500);
  });

  it.each(['aided', 'hasty'] as const)('changes nothing if it is %s', (verdict) => {
    const rated = rateTry(solver, puzzle, verdict, NOW);
    expect(rated).toEqual({ solver, puzzle, change: { before: 1_500, after: 1_500 } });
  });

  it('counts the best rating only from ratings that are no longer provisional', () => {
    let one = solver;
    for (let n = 0; n < 40; n += 1) one = rateTry(one, firstRating(1_500), 'solved', NOW).solver;
    const peak = one.rating;
    for (let n = 0; n < 10; n += 1) one = rateTry(one, firstRating(1_500), 'missed', NOW).solver;
    expect(one.best).toBe(peak);
    const lucky = rateTry(solver, firstRating(2_200), 'solved', NOW).solver;
    const after = rateTry(lucky, firstRating(900), 'missed', NOW).solver;
    expect(after.best).toBe(after.rating);
    expect(one.history).toHaveLength(30);
  });
});

/** Returns random numbers in [0, 1), the same for each seed (mulberry32). */
function randomOf(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

function medianOf(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[values.length >> 1]!;
}

/** Probability that a solver of a strength solves a puzzle of a rating, as in Elo's formula. */
function chance(strength: number, rating: number): number {
  return 1 / (1 + 10 ** ((rating - strength) / 400));
}

interface Pool {
  puzzles: { id: string; truth: number; first: number; stats: ReturnType<typeof firstRating> }[];
}

/** Puzzles whose first ratings miss the truth by 100 points on average. */
function poolOf(count: number, random: () => number): Pool {
  const puzzles = Array.from({ length: count }, (_, n) => {
    const truth = 700 + 1_700 * random();
    // The sum of three is about normal.
    const error = (random() + random() + random() - 1.5) * 250;
    const first = truth + error;
    return { id: String(n), truth, first, stats: firstRating(first) };
  });
  return { puzzles };
}

/** Returns the rating of a solver after `tries` first tries, chosen and rated as the service does. */
function ratingAfter({ puzzles }: Pool, strength: number, tries: number, random: () => number): number {
  let solver = { ...UNRATED };
  const seen = new Set<string>();
  const byId = new Map(puzzles.map((puzzle) => [puzzle.id, puzzle]));
  const sorted: Rated[] = puzzles
    .map(({ id, stats }) => ({ id, rating: stats.rating }))
    .toSorted((a, b) => a.rating - b.rating);
  for (let n = 0; n < tries; n += 1) {
    const target = targetOf(solver.rating, 'right', random);
    const group = groupsNear(sorted, target, random).find((some) => some.some(({ id }) => !seen.has(id)))!;
    const { id } = group.find((one) => !seen.has(one.id))!;
    seen.add(id);
    const puzzle = byId.get(id)!;
    const verdict = random() < chance(strength, puzzle.truth) ? 'solved' : 'missed';
    const rated = rateTry(solver, puzzle.stats, verdict, NOW + n * 60_000);
    solver = rated.solver;
    puzzle.stats = rated.puzzle;
  }
  return solver.rating;
}

describe('simulated solvers of known strength', () => {
  const random = randomOf(2_026);
  const pool = poolOf(3_000, random);

  it('have after 60 puzzles a rating whose error has a median below 80 points', () => {
    const strengths = Array.from({ length: 120 }, (_, n) => 900 + (n % 13) * 100);
    const errors = strengths.map((strength) => Math.abs(ratingAfter(pool, strength, 60, random) - strength));
    expect(medianOf(errors)).toBeLessThan(80);
    const signed = strengths.map((strength) => ratingAfter(pool, strength, 60, random) - strength);
    expect(Math.abs(signed.reduce((sum, one) => sum + one) / signed.length)).toBeLessThan(40);
  });

  it('bring the ratings of the puzzles nearer to the truth', () => {
    const known = pool.puzzles.filter(({ stats }) => stats.deviation < 90);
    expect(known.length).toBeGreaterThan(100);
    const before = medianOf(known.map(({ truth, first }) => Math.abs(truth - first)));
    const after = medianOf(known.map(({ truth, stats }) => Math.abs(truth - stats.rating)));
    expect(after).toBeLessThan(0.85 * before);
  });
});
