import { pair, type Waiting } from '@doushouqi/pairing';

/**
 * `npm run bench:pairing`: CPU per pair of a wave, with 1 000 and 10 000 users in one pool. It must grow by less than
 * 1.5 × between the best turns of both.
 */

const SIZES = [1_000, 10_000] as const;
const MOST_GROWTH = 1.5;
const WARM_UP = 20;
const ROUNDS = 400;
const NOW = 1_700_000_000_000;

/** Seeded, so that each run pairs the same users. */
function createRandom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

function waitingUsers(size: number): Waiting[] {
  const random = createRandom(size);
  const idOf = (n: number): string => n.toString(16).padStart(24, '0');
  return Array.from({ length: size }, (_, n) => ({
    userId: idOf(n),
    pool: '5+3:rated',
    // The sum of three is nearly a normal distribution.
    rating: 1_500 + Math.round(600 * (random() + random() + random() - 1.5)),
    provisional: random() < 0.1,
    since: NOW - Math.round(20_000 * random()),
    colorBalance: Math.round(4 * random() - 2),
    recentOpponents: [idOf(Math.floor(size * random()))],
    blocked: new Set(random() < 0.1 ? [idOf(Math.floor(size * random()))] : []),
  }));
}

function cpuOf(work: () => unknown): number {
  const before = process.cpuUsage();
  work();
  const { user, system } = process.cpuUsage(before);
  return user + system;
}

/**
 * Returns the CPU per pair in one turn, µs. Turns of all sizes take about equally long, so that disturbances affect
 * them equally.
 */
function takeTurn(all: readonly Waiting[]): number {
  let pairs = 0;
  // The CPU clock is coarse, so small waves run more often.
  const times = Math.round(SIZES.at(-1)! / all.length);
  const cpu = cpuOf(() => {
    for (let i = 0; i < times; i++) pairs += pair(all, NOW).length;
  });
  return cpu / pairs;
}

const waiting = SIZES.map(waitingUsers);
for (let i = 0; i < WARM_UP; i++) for (const all of waiting) pair(all, NOW);
/** Alternating order, so that caches and memory left by one size affect the other equally often. */
const rounds = Array.from({ length: ROUNDS }, (_, round) =>
  round % 2 === 0 ? waiting.map(takeTurn) : waiting.toReversed().map(takeTurn).reverse(),
);

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)]!;
}
function turnsOf(column: number): number[] {
  return rounds.map((row) => row[column]!);
}
const medians = SIZES.map((_, column) => median(turnsOf(column)));
const best = SIZES.map((_, column) => Math.min(...turnsOf(column)));
// Other load affects the larger size more, which needs more cache: the least disturbed turns are compared.
const growth = best.at(-1)! / best[0]!;
console.log('| waiting | pairs | CPU for each pair, best turn | median |\n| --- | --- | --- | --- |');
for (const [i, size] of SIZES.entries()) {
  const pairs = pair(waiting[i]!, NOW).length;
  console.log(`| ${size} | ${pairs} | ${best[i]!.toFixed(2)} µs | ${medians[i]!.toFixed(2)} µs |`);
}
console.log(
  `\ngrows by ${growth.toFixed(2)} × in the best turns (bar: less than ${MOST_GROWTH} ×), ` +
    `by ${(medians.at(-1)! / medians[0]!).toFixed(2)} × in the median`,
);
process.exitCode = growth < MOST_GROWTH ? 0 : 1;
