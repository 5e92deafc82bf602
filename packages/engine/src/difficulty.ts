import type { SearchLimits } from './types.ts';

/** Each step of difficulty of an analysis looks at four times as many positions: a million at 3, the in-page engine's. */
export function limitsOfDifficulty(difficulty: number): SearchLimits {
  return { nodes: 4 ** difficulty * 16_384, lines: 3 };
}
