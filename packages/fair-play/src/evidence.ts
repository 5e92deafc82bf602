import type { Decision } from './decisions.ts';
import { mean } from './numbers.ts';

/**
 * Evidence for help by an engine: how much better two hypotheses explain the decisions. *Honest*: all of them are those of a
 * person of some strength. *Helped*: a share of them is the engine's. Both may choose the strength that suits them best, since
 * to be stronger than a rating is no offence. The method is a likelihood-ratio test over the losses of moves, as in K. Regan
 * and G. Haworth, "Intrinsic Chess Ratings" (AAAI 2011), with counted instead of fitted distributions.
 */

/** Share of each quality, by clarity. Sums to 1 for each clarity. */
export type Distribution = readonly (readonly number[])[];

/** What honest persons of each strength play, weakest first, and what an engine plays. */
export interface Baseline {
  readonly bands: readonly { readonly upTo: number; readonly shares: Distribution }[];
  readonly engine: Distribution;
  /** Evidence from which a person is flagged: by all decisions, and by those from a disadvantage alone. */
  readonly flagFrom: { readonly all: number; readonly behind: number };
}

export interface Evidence {
  /** Decimal logarithm of the likelihood ratio, and its standard error between games. Positive: helped. */
  readonly value: number;
  readonly error: number;
  /** Share of helped decisions that fits best. */
  readonly share: number;
  /** Strength (index of `bands`) that fits the honest hypothesis best. */
  readonly band: number;
  readonly decisions: number;
}

/** Shares of helped decisions that are tried. */
const SHARES = [0.2, 0.33, 0.5, 0.67, 0.85, 1];
/** Cost in log-likelihood of each band between the rating and the assumed strength. */
const STEP_COST = 1;

function logOf(shares: Distribution, { clarity, quality }: Decision): number {
  return Math.log(shares[clarity]![quality]!);
}

function mixed(honest: Distribution, engine: Distribution, share: number): Distribution {
  return honest.map((row, c) => row.map((value, q) => (1 - share) * value + share * engine[c]![q]!));
}

function total(shares: Distribution, decisions: readonly Decision[]): number {
  return decisions.reduce((sum, one) => sum + logOf(shares, one), 0);
}

function bestOf<T extends { log: number }>(all: readonly T[]): T {
  return all.reduce((best, one) => (one.log > best.log ? one : best));
}

/** Returns the band of a rating. */
export function bandOf({ bands }: Pick<Baseline, 'bands'>, rating: number): number {
  const found = bands.findIndex(({ upTo }) => rating < upTo);
  return found === -1 ? bands.length - 1 : found;
}

/** Weighs the decisions of a person, by game, against the honest persons of each strength. `rating`: before these games. */
export function weigh(games: readonly (readonly Decision[])[], rating: number, baseline: Baseline): Evidence {
  const { bands, engine } = baseline;
  const own = bandOf(baseline, rating);
  const decisions = games.flat();
  const hypotheses = bands.flatMap(({ shares }, band) => {
    const cost = STEP_COST * Math.abs(band - own);
    return [0, ...SHARES].map((share) => {
      const distribution = mixed(shares, engine, share);
      return { band, share, distribution, log: total(distribution, decisions) - cost };
    });
  });
  const honest = bestOf(hypotheses.filter(({ share }) => share === 0));
  const helped = bestOf(hypotheses.filter(({ share }) => share > 0));
  const ofGames = games.map(
    (game) => (total(helped.distribution, game) - total(honest.distribution, game)) / Math.LN10,
  );
  const middle = mean(ofGames);
  const variance =
    ofGames.reduce((sum, one) => sum + (one - middle) ** 2, 0) / Math.max(1, ofGames.length - 1);
  return {
    value: (helped.log - honest.log) / Math.LN10,
    error: Math.sqrt(variance * ofGames.length),
    share: helped.share,
    band: honest.band,
    decisions: decisions.length,
  };
}

/** Adds pseudo-counts, so that what was never seen is improbable and not impossible. */
export function distributionOf(counts: readonly (readonly number[])[]): Distribution {
  return counts.map((row) => {
    const sum = row.reduce((a, b) => a + b, 0);
    return row.map((count) => (count + 0.5) / (sum + 0.5 * row.length));
  });
}
