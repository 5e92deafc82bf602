import { ApiError } from '@doushouqi/protocol';

/** Returns the reply of a call, or the code of its refusal. */
export async function outcome<T>(call: Promise<T>): Promise<T | string> {
  return await call.catch((error: unknown) => {
    if (error instanceof ApiError) return error.code;
    throw error;
  });
}

/** Counts of outcomes: by the code of the refusal, or `taken`. */
export type Tally = ReadonlyMap<string, number>;

/** Counts the outcomes of calls. */
export function tallyOf(outcomes: readonly unknown[]): Tally {
  const counts = new Map<string, number>();
  for (const one of outcomes) {
    const name = typeof one === 'string' ? one : 'taken';
    counts.set(name, (counts.get(name) ?? 0) + 1);
  }
  return counts;
}

/** True if the calls had only these outcomes. */
export function isOnly(tally: Tally, names: readonly string[]): boolean {
  return [...tally.keys()].every((name) => names.includes(name));
}

/** Formats a tally. */
export function inWords(tally: Tally): string {
  return [...tally].map(([name, count]) => `${name} ${count}`).join(', ');
}
