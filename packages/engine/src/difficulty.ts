import type { SearchLimits } from './types.ts';

/**
 * Returns the search limits of an analysis difficulty. Each level searches four times as many positions; level 3, the
 * default of the in-page engine, searches a million.
 */
export function limitsOfDifficulty(difficulty: number): SearchLimits {
  return { nodes: 4 ** difficulty * 16_384, lines: 3 };
}
