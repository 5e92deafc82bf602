import type { Decision } from './decisions.ts';
import { deviationOf, mean } from './numbers.ts';

/** How evenly a person moves. An engine at hand costs about the same time for hard and for easy moves. */
export interface Pace {
  /** Median time of a decision, ms. */
  readonly median: number;
  /** Standard deviation of the natural logarithm of the times; persons vary by 0.7 to 1.1. */
  readonly spread: number;
  /** Mean logarithm of the time at unclear positions, less that at clear ones. Persons think longer about the former. */
  readonly effort: number;
  readonly moves: number;
}

const SHORTEST_MS = 100;
const FEWEST = 20;

/** Returns the pace of timed decisions; null for fewer than 20. */
export function paceOf(decisions: readonly Decision[]): Pace | null {
  const timed = decisions.flatMap(({ ms, clarity }) =>
    ms === null ? [] : [{ log: Math.log(Math.max(SHORTEST_MS, ms)), clarity }],
  );
  if (timed.length < FEWEST) return null;
  const logs = timed.map(({ log }) => log);
  const of = (isClear: boolean) =>
    timed.filter(({ clarity }) => clarity > 1 === isClear).map(({ log }) => log);
  const [unclear, clear] = [of(false), of(true)];
  return {
    median: Math.exp(logs.toSorted((a, b) => a - b)[Math.floor(logs.length / 2)]!),
    spread: deviationOf(logs),
    effort: unclear.length > 0 && clear.length > 0 ? mean(unclear) - mean(clear) : 0,
    moves: timed.length,
  };
}
