import { RATING_RULE } from '@doushouqi/rating';
import { correlation, mean, meanError, quantile } from './figures.ts';
import { METHODS, type Player, World } from './world.ts';

/**
 * `npm run simulate:pairing`: 10 000 players with true strengths play 30 games each, then arrive at different rates.
 * Compares waits, rating distances, color balance and correlation of rating and strength with first come, first served,
 * and both without the weights of docs/ratings.md. Exits with 1 if the correlation is below the limit.
 */

const PLAYERS = 10_000;
const GAMES = 30;
const SEED = 2_026;
/** Per second. */
const RATES = [0.1, 0.3, 1, 3, 10, 20] as const;
/** Arrivals at each rate. */
const ARRIVALS = 6_000;
const DAY = 86_400_000;
/** Share of arrivals that play a friend by link, and days over which all arrive. */
const LINKED = [
  { linked: 0.2, days: 10 },
  { linked: 0.5, days: 10 },
  { linked: 0.5, days: 1 },
] as const;
const LEAST_CORRELATION = 0.9;

function seconds(value: number): string {
  return `${value.toFixed(1)} s`;
}

function balances(players: readonly Player[]): string {
  const all = players.map(({ colorBalance }) => Math.abs(colorBalance));
  return `${mean(all).toFixed(2)} (99 %: ${quantile(all, 0.99)})`;
}

const rows: string[] = [];
const summary: string[] = [];
const byRating = METHODS['by rating']!;
/** The worlds with the current weights; their waits are printed too. */
const today = Object.entries(METHODS).map(([name, method]) => ({
  name,
  method,
  rule: RATING_RULE,
  linked: 0,
  days: 1,
}));
const others = [
  ...today.map((world) => ({ ...world, name: `${world.name}, without weights`, rule: undefined })),
  ...LINKED.flatMap(({ linked, days }) =>
    ([1, RATING_RULE] as const).map((rule) => {
      const name = `by rating, ${linked * 100} % by link in ${days} days, rule ${rule}`;
      return { name, method: byRating, rule, linked, days };
    }),
  ),
];
const correlations = [...today, ...others].map(({ name, method, rule, linked, days }) => {
  const world = new World(PLAYERS, method, SEED, rule, linked);
  for (let day = 0; day < days; day++) {
    if (day > 0) world.rest(DAY);
    world.run((PLAYERS * GAMES) / days, RATES.at(-1)!);
  }
  const found = correlation(world.players);
  const games = world.players.map((player) => player.games);
  summary.push(
    `| ${name} | ${quantile(games, 0.5)} | ${found.toFixed(3)} | ${meanError(world.players).toFixed(1)} | ${balances(world.players)} |`,
  );
  if (rule !== RATING_RULE || linked > 0) return found;
  for (const rate of RATES) {
    const { waits, distances } = world.run(ARRIVALS, rate);
    const figures = [
      ...[quantile(waits, 0.5), quantile(waits, 0.95)].map(seconds),
      ...[quantile(distances, 0.5), quantile(distances, 0.95)].map(Math.round),
    ];
    rows.push(`| ${rate} | ${name} | ${figures.join(' | ')} |`);
  }
  return found;
});
console.log(
  `${PLAYERS} players after about ${GAMES} games each:\n\n| paired | median games | correlation of rating and strength | mean error | reds less blues, mean |\n| --- | --- | --- | --- | --- |`,
);
console.log(summary.join('\n'));
console.log(
  '\n| arrivals a second | paired | wait, median | wait, 95 % | distance, median | distance, 95 % |\n| --- | --- | --- | --- | --- | --- |',
);
const byRate = RATES.flatMap((rate) => rows.filter((row) => row.startsWith(`| ${rate} |`)));
console.log(byRate.join('\n'));
if (correlations[0]! < LEAST_CORRELATION) {
  console.log(`\ncorrelation under ${LEAST_CORRELATION}`);
  process.exitCode = 1;
}
