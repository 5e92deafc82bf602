/**
 * `npm run simulate:tournament [-- --minutes N --rounds N --seed N]`: arenas and a Swiss of simulated players, beside random pairing
 * of the same players, and the CPU time of a wave of 2,000 free players. Exits 1 above its limit.
 */
import { parseArgs } from 'node:util';
import { percentile, verdict } from '../numbers.ts';
import { simulateArena, timeWaves } from './arena.ts';
import { HEADER, rowOf } from './figures.ts';
import { simulateSwiss } from './swiss.ts';

const ARENAS = [20, 200, 2_000];
const SWISS = 500;
const WAVE = 2_000;
const WAVE_LIMIT_MS = 300;

const { values } = parseArgs({
  options: {
    minutes: { type: 'string', default: '90' },
    rounds: { type: 'string', default: '9' },
    seed: { type: 'string', default: '1' },
  },
});
const [minutes, rounds, seed] = [Number(values.minutes), Number(values.rounds), Number(values.seed)];
// First, so that the code is not compiled yet.
const times = timeWaves(WAVE, 9, seed);
for (const line of HEADER) console.log(line);
for (const count of ARENAS)
  for (const figures of simulateArena(count, minutes, seed)) console.log(rowOf(figures));
for (const figures of simulateSwiss(SWISS, rounds, seed)) console.log(rowOf(figures));
const figures = `first ${times[0]!.toFixed(0)} ms, median ${percentile(times, 0.5).toFixed(0)} ms`;
const holds = verdict(
  Math.max(...times) <= WAVE_LIMIT_MS,
  `CPU of a wave of ${WAVE}: ${figures}, at most ${WAVE_LIMIT_MS} ms`,
);
process.exitCode = holds ? 0 : 1;
