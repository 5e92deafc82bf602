import { ApiError } from '@doushouqi/protocol';
import { times } from '../numbers.ts';
import type { Target } from './target.ts';

/** Counts of outcomes: by the code of the refusal, or `taken`. */
export type Tally = ReadonlyMap<string, number>;
/** A measured value, and whether it is as expected. */
export type Check = readonly [value: unknown, holds: boolean];
/** Result of an attack, by label. */
export type Checks = Readonly<Record<string, Check>>;

/** One row of the threat model's table. */
export interface Attack {
  /** Name on the command line: `npm run attack -- packet-flood`. */
  name: string;
  /** One line: the attacker's actions. */
  what: string;
  /** One line: the expected protection. */
  aim: string;
  /** Takes more than about 5 s, or its aim is a time, which tests do not measure: not part of `npm test`. */
  slow?: boolean;
  /** Visits the built web with Chromium: not part of `npm test`, which covers this with stories and component tests. */
  needsBrowser?: boolean;
  run(target: Target): Promise<Checks>;
}

/** Returns the reply of a call, or the code of its refusal. */
export function outcome<T>(call: Promise<T>): Promise<T | string> {
  return call.catch((error: unknown) => {
    if (error instanceof ApiError) return error.code;
    throw error;
  });
}

export function isRefused(came: unknown): came is string {
  return typeof came === 'string';
}

export function tallyOf(outcomes: readonly unknown[]): Tally {
  const counts = new Map<string, number>();
  for (const one of outcomes) {
    const name = isRefused(one) ? one : 'taken';
    counts.set(name, (counts.get(name) ?? 0) + 1);
  }
  return counts;
}

/** Counts the outcomes of `count` parallel calls. */
export async function tally(count: number, call: (n: number) => Promise<unknown>): Promise<Tally> {
  return tallyOf(await times(count, (n) => outcome(call(n))));
}

/** Counts the outcomes of calls one after the other. */
export async function tallyInOrder<T>(
  items: readonly T[],
  call: (item: T) => Promise<unknown>,
): Promise<Tally> {
  const outcomes: unknown[] = [];
  for (const item of items) outcomes.push(await outcome(call(item)));
  return tallyOf(outcomes);
}

/** Formats a measured value. */
export function shown(value: unknown): string {
  if (value instanceof Map) return [...value].map(([name, count]) => `${name} ${count}`).join(', ');
  if (Array.isArray(value)) return value.join(', ') || 'none';
  return value !== null && typeof value === 'object' ? 'taken' : String(value);
}

export function info(value: unknown): Check {
  return [value, true];
}
export function is(value: unknown, expected: unknown): Check {
  return [value, value === expected];
}
export function atMost(value: number, limit: number, unit = ''): Check {
  return [`${Math.round(value)}${unit && ` ${unit}`}`, value <= limit];
}
/** The calls had only these outcomes. */
export function only(counts: Tally, ...names: string[]): Check {
  return [counts, [...counts.keys()].every((name) => names.includes(name))];
}
/** This many calls had the outcome; with `others`, all other calls one of these. */
export function exactly(counts: Tally, count: number, name = 'taken', others?: readonly string[]): Check {
  const isOnly = others === undefined || only(counts, name, ...others)[1];
  return [counts, counts.get(name) === count && isOnly];
}
/** The call was refused, with any code. */
export function refused(came: unknown): Check {
  return [came, isRefused(came)];
}
