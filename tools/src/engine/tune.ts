/**
 * `npm run tune:engine -- --games N --nodes N [--jobs N] [--params FILE] [--out FILE]`: plays games against itself, fits
 * the numbers of the evaluation to their results and leaves them as a JSON list, which the players of `npm run match`
 * take. `--keep FILE` keeps what the positions are made of, `--samples FILE` fits that again; `--draws` learns from
 * drawn games too.
 */
import { readFile, writeFile } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import { parseArgs } from 'node:util';
import { deserialize, serialize } from 'node:v8';
import { fit, lossOf, tableOf } from './fit.ts';
import { coreWith } from './players.ts';
import { spread } from './pool.ts';
import type { Sample } from './tune-worker.ts';

const LARGEST = 8_000;

const { values: given } = parseArgs({
  options: {
    games: { type: 'string', default: '2000' },
    nodes: { type: 'string', default: '2000' },
    rounds: { type: 'string', default: '400' },
    jobs: { type: 'string', default: String(availableParallelism()) },
    seed: { type: 'string', default: '1' },
    params: { type: 'string' },
    keep: { type: 'string' },
    samples: { type: 'string' },
    draws: { type: 'boolean', default: false },
    out: { type: 'string', default: 'parameters.json' },
  },
});

async function play(): Promise<Sample[]> {
  const samples: Sample[] = [];
  const workerData = {
    nodes: Number(given.nodes),
    seed: Number(given.seed) * 1_000_003,
    params: given.params,
  };
  const [jobs, count] = [Number(given.jobs), Number(given.games)];
  await spread<Sample[]>(
    new URL('./tune-worker.ts', import.meta.url),
    workerData,
    { jobs, count },
    (found) => {
      samples.push(...found);
    },
  );
  return samples;
}

async function readSamples(file: string): Promise<Sample[]> {
  return deserialize(await readFile(file)) as Sample[];
}

async function writeSamples(file: string, samples: readonly Sample[]): Promise<void> {
  await writeFile(file, serialize(samples));
}

async function startValues(): Promise<Float64Array> {
  if (given.params !== undefined) return Float64Array.from(JSON.parse(await readFile(given.params, 'utf8')));
  return Float64Array.from((await coreWith(new Map())).parameters());
}

function rounded(values: Float64Array): number[] {
  return Array.from(values, (value) => Math.max(-LARGEST, Math.min(LARGEST, Math.round(value))));
}

const began = performance.now();
const played = given.samples === undefined ? await play() : await readSamples(given.samples);
if (given.keep !== undefined) await writeSamples(given.keep, played);
// What leads to a win is learnt from games that were won.
const samples = given.draws ? played : played.filter(({ result }) => result !== 0.5);
const seconds = (performance.now() - began) / 1_000;
console.log(`${played.length} positions, ${samples.length} of them learnt from, ${seconds.toFixed(0)} s`);
const table = tableOf(samples);
const learnt = Math.floor(samples.length * 0.9);
const start = await startValues();
console.log(`loss on the rest before ${lossOf(table, start, learnt, samples.length).toFixed(5)}`);
const fitted = fit(table, start, { rounds: Number(given.rounds), count: learnt }, (round, loss) => {
  if (round % 100 === 0) console.log(`round ${round}: ${loss.toFixed(5)}`);
});
console.log(`loss on the rest after ${lossOf(table, fitted, learnt, samples.length).toFixed(5)}`);
await writeFile(given.out, JSON.stringify(rounded(fitted)));
