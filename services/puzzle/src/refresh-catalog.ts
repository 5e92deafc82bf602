import type { PuzzleContext } from './context.ts';

/** Changes of processes with other clocks are read again. */
const OVERLAP_MS = 60_000;

/** Returns a function that reads the statistics that changed since its last call, at first all, and sorts again. */
export function refreshCatalog({
  catalog,
  puzzles,
  now,
}: Pick<PuzzleContext, 'catalog' | 'puzzles' | 'now'>): () => Promise<void> {
  let since = 0;
  return async () => {
    const at = now();
    catalog.refresh(await puzzles.find({ changedAt: { $gte: since } }).lean());
    catalog.sort();
    since = at - OVERLAP_MS;
  };
}
