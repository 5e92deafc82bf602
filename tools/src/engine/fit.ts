/** Fits the numbers of the evaluation to results of games: logistic regression by Adam, pulled towards the start. */
import type { Sample } from './tune-worker.ts';

/** Index of the first number that belongs to a square (packages/engine/assembly/parameters.ts). */
const SQUARES = 196;
/** Quarters of a point that turn an even game into one won 73 times of 100: 200 points (src/score.ts). */
const SPREAD = 800;
/** How much of the aim is the result, and how much what the search expected. */
const OF_RESULT = 0.7;
/**
 * How far a number is expected to move, in quarters of a point: one of the places of a type less than the others, of
 * which each is seen much oftener. The positions of a game are no more than a few independent ones.
 */
const EXPECTED_MOVE = 160;
const EXPECTED_MOVE_OF_SQUARE = 40;
const POSITIONS_THAT_COUNT_ONE = 10;

/** Of each number: what draws it back to the start, for each unit that it is away, when so many positions are fitted. */
function pulls(numbers: number, positions: number): Float64Array {
  return Float64Array.from({ length: numbers }, (_, at) => {
    const expected = at >= SQUARES ? EXPECTED_MOVE_OF_SQUARE : EXPECTED_MOVE;
    return POSITIONS_THAT_COUNT_ONE / (positions * expected * expected);
  });
}

/** Samples in flat arrays: those of sample i are from `ends[i - 1]` to `ends[i]`. */
export interface Table {
  readonly ends: Uint32Array;
  readonly parameters: Uint16Array;
  readonly shares: Int16Array;
  readonly aims: Float64Array;
}

export function tableOf(samples: readonly Sample[]): Table {
  const size = samples.reduce((sum, { features }) => sum + features.length / 2, 0);
  const table = {
    ends: new Uint32Array(samples.length),
    parameters: new Uint16Array(size),
    shares: new Int16Array(size),
    aims: Float64Array.from(
      samples,
      ({ result, expected }) => OF_RESULT * result + (1 - OF_RESULT) * expected,
    ),
  };
  let at = 0;
  for (const [index, { features }] of samples.entries()) {
    for (let pair = 0; pair < features.length; pair += 2) {
      table.parameters[at] = features[pair]!;
      table.shares[at++] = features[pair + 1]!;
    }
    table.ends[index] = at;
  }
  return table;
}

/** Writes the gradient and returns the mean loss over the samples `from` to `to`. */
function gradientOf(
  table: Table,
  values: Float64Array,
  gradient: Float64Array,
  from: number,
  to: number,
): number {
  const { ends, parameters, shares, aims } = table;
  gradient.fill(0);
  let loss = 0;
  for (let index = from; index < to; index++) {
    const first = index === 0 ? 0 : ends[index - 1]!;
    const end = ends[index]!;
    let sum = 0;
    for (let at = first; at < end; at++) sum += values[parameters[at]!]! * shares[at]!;
    const guess = 1 / (1 + Math.exp(-sum / SPREAD));
    const aim = aims[index]!;
    loss -= aim * Math.log(guess + 1e-12) + (1 - aim) * Math.log(1 - guess + 1e-12);
    const slope = (guess - aim) / SPREAD;
    for (let at = first; at < end; at++) gradient[parameters[at]!]! += slope * shares[at]!;
  }
  const count = to - from;
  for (let parameter = 0; parameter < gradient.length; parameter++) gradient[parameter]! /= count;
  return loss / count;
}

/** The loss of numbers over the samples from `from` on. */
export function lossOf(table: Table, values: Float64Array, from: number, to: number): number {
  return gradientOf(table, values, new Float64Array(values.length), from, to);
}

/** The numbers that fit the first `count` samples best, starting from `start`; `report` hears the loss. */
export function fit(
  table: Table,
  start: Float64Array,
  { rounds, count }: { rounds: number; count: number },
  report: (round: number, loss: number) => void,
): Float64Array {
  const values = start.slice();
  const gradient = new Float64Array(values.length);
  const mean = new Float64Array(values.length);
  const square = new Float64Array(values.length);
  const pull = pulls(values.length, count);
  for (let round = 1; round <= rounds; round++) {
    const loss = gradientOf(table, values, gradient, 0, count);
    const rate = 8 * (1 - (0.9 * round) / rounds);
    for (let at = 0; at < values.length; at++) {
      const slope = gradient[at]! + pull[at]! * (values[at]! - start[at]!);
      mean[at] = 0.9 * mean[at]! + 0.1 * slope;
      square[at] = 0.999 * square[at]! + 0.001 * slope * slope;
      const step = mean[at]! / (1 - 0.9 ** round) / (Math.sqrt(square[at]! / (1 - 0.999 ** round)) + 1e-12);
      values[at]! -= rate * step;
    }
    if (round % 20 === 0) report(round, loss);
  }
  return values;
}
