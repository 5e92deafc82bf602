import { RATING_RULE } from '@doushouqi/rating';
import { correlation, mean, meanError, quantile } from './figures.ts';
import { METHODS, type Player, World } from './world.ts';

/**
 * `npm run simulate:pairing`: 10 000 players with true strengths play 30 games each, then come at different rates: how long
 * they wait, how far apart they are, how balanced their colours, and how well ratings tell strengths; beside first come,
 * first served, with the same people in the same run, and both without the weights of docs/ratings.md. Ends with 1 where the correlation is under the bar.
 */

const PLAYERS = 10_000;
const GAMES = 30;
const SEED = 2_026;
/** A second. */
const RATES = [0.1, 0.3, 1, 3, 10, 20] as const;
/** Who come at each rate. */
const ARRIVALS = 6_000;
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
const withWeights = Object.entries(METHODS).map(([name, method]) => ({ name, method, rule: RATING_RULE }));
const withoutWeights = Object.entries(METHODS).map(([name, method]) => ({
  name: `${name}, without weights`,
  method,
  rule: undefined,
}));
const correlations = [...withWeights, ...withoutWeights].map(({ name, method, rule }) => {
  const world = new World(PLAYERS, method, SEED, rule);
  world.run(PLAYERS * GAMES, RATES.at(-1)!);
  const found = correlation(world.players);
  const games = world.players.map((player) => player.games);
  summary.push(
    `| ${name} | ${quantile(games, 0.5)} | ${found.toFixed(3)} | ${meanError(world.players).toFixed(1)} | ${balances(world.players)} |`,
  );
  if (rule === undefined) return found;
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
