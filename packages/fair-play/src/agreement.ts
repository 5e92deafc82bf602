import type { Decision } from './decisions.ts';
import type { Baseline } from './evidence.ts';
import { mean } from './numbers.ts';

/** Returns the share of decisions that are the engine's first choice. */
export function agreementOf(decisions: readonly Decision[]): number {
  return mean(decisions.map(({ quality }) => Number(quality === 0)));
}

export function meanLossOf(decisions: readonly Decision[]): number {
  return mean(decisions.map(({ loss }) => loss));
}

/**
 * Returns the agreement that honest persons of a band have in positions of the same clarity, and its standard deviation by chance
 * alone.
 */
export function expectedAgreement(
  decisions: readonly Decision[],
  { bands }: Pick<Baseline, 'bands'>,
  band: number,
): { expected: number; chance: number } {
  const { shares } = bands[band]!;
  const each = decisions.map(({ clarity }) => shares[clarity]![0]!);
  const variance = each.reduce((sum, p) => sum + p * (1 - p), 0);
  return { expected: mean(each), chance: Math.sqrt(variance) / Math.max(1, each.length) };
}
