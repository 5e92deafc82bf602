/** Returns the value below which a share `p` (0..1) of `values` lies; NaN without values. */
export function percentile(values: readonly number[], p: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * p))] ?? Number.NaN;
}

export function sum(values: Iterable<number>): number {
  return [...values].reduce((a, b) => a + b, 0);
}

/** Runs `work` for 0 to `count` - 1, at most `atOnce` in parallel; resolves to the results in order. */
export async function times<T>(
  count: number,
  work: (index: number) => Promise<T>,
  atOnce = count,
): Promise<T[]> {
  const results: T[] = [];
  const indices = Array(count).keys();
  const worker = async (): Promise<void> => {
    for (const index of indices) results[index] = await work(index);
  };
  await Promise.all(Array.from({ length: Math.min(atOnce, count) }, worker));
  return results;
}

/** Prints whether a limit holds; returns it. */
export function verdict(holds: boolean, text: string): boolean {
  console.log(`${holds ? 'holds' : 'FAILS'}  ${text}`);
  return holds;
}
