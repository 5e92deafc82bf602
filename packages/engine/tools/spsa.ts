/**
 * `npm run spsa:engine -- --pairs N --nodes N [--jobs N] [--params FILE] [--out FILE]`: tunes the evaluation by what it
 * is for. Simultaneous perturbation: each pair of games is played between the present numbers moved a little one way
 * and the other way, all at once, and they follow the winner. What is moved are not single numbers but the terms of
 * terms.ts.
 */
import { readFile, writeFile } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import { parseArgs } from 'node:util';
import { randomFrom } from '../src/levels.ts';
import { coreWith } from './players.ts';
import { spread } from './pool.ts';
import { applied, TERMS } from './terms.ts';

const { values: given } = parseArgs({
  options: {
    pairs: { type: 'string', default: '2000' },
    nodes: { type: 'string', default: '1500' },
    jobs: { type: 'string', default: String(availableParallelism()) },
    seed: { type: 'string', default: '1' },
    rate: { type: 'string', default: '0.03' },
    params: { type: 'string' },
    out: { type: 'string', default: 'parameters.json' },
  },
});

/** What a thread is sent, and what it answers: points of the first of the two in two games, less those of the other. */
export interface PairTask {
  readonly pair: number;
  readonly plus: readonly number[];
  readonly minus: readonly number[];
}
export interface PairAnswer {
  readonly pair: number;
  readonly lead: number;
}

async function startValues(): Promise<number[]> {
  if (given.params !== undefined) return JSON.parse(await readFile(given.params, 'utf8'));
  return [...(await coreWith(new Map())).parameters()];
}

const pairs = Number(given.pairs);
const start = await startValues();
const random = randomFrom(Number(given.seed));
/** How far each term has been moved, in its own unit. */
const moved = TERMS.map(() => 0);
const directions = new Map<number, number[]>();

/** The step narrows to half, and what a result moves to a tenth: first find the way, then keep still. */
function stepAt(pair: number): number {
  return 1 / (1 + pair / pairs);
}
function rateAt(pair: number): number {
  return Number(given.rate) / (1 + (9 * pair) / pairs);
}

function taskOf(pair: number): PairTask {
  const direction = TERMS.map(() => (random() < 0.5 ? -1 : 1));
  directions.set(pair, direction);
  const step = stepAt(pair);
  const at = (sign: number) =>
    applied(
      start,
      moved.map((value, term) => value + sign * step * direction[term]!),
    );
  return { pair, plus: at(1), minus: at(-1) };
}

let done = 0;
await spread<PairAnswer>(
  new URL('./spsa-worker.ts', import.meta.url),
  { nodes: Number(given.nodes), seed: Number(given.seed) * 1_000_003 },
  { jobs: Number(given.jobs), count: pairs, taskOf },
  ({ pair, lead }) => {
    const direction = directions.get(pair)!;
    directions.delete(pair);
    const rate = rateAt(pair);
    for (const term of moved.keys()) moved[term]! += rate * lead * direction[term]!;
    if (++done % Math.ceil(pairs / 10) === 0)
      console.log(`${done} pairs: ${moved.map((value) => value.toFixed(1)).join(' ')}`);
  },
);
for (const [term, { name }] of TERMS.entries()) console.log(`${name}: ${moved[term]!.toFixed(2)}`);
await writeFile(given.out, JSON.stringify(applied(start, moved)));
