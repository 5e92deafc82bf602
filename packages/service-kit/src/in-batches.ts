const SIZE = 200;

/**
 * Calls `work` with up to `size` items at a time, one batch after the other, so that the calls of a batch share round
 * trips.
 */
export async function inBatches<T>(
  items: AsyncIterable<T>,
  work: (batch: readonly T[]) => Promise<unknown>,
  size = SIZE,
): Promise<void> {
  let batch: T[] = [];
  for await (const item of items) {
    batch.push(item);
    if (batch.length < size) continue;
    await work(batch);
    batch = [];
  }
  if (batch.length > 0) await work(batch);
}
