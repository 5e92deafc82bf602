import type { FairPlay } from '../core/queries.ts';

/** Geometry of the charts. Pure. */

type Figures = NonNullable<FairPlay['figures']>;
type Peers = FairPlay['peers'];

/** Standard deviation between honest persons while too few are checked. */
const BETWEEN_PERSONS = 0.05;
const POINTS = 48;
/** Shown standard deviations on each side. */
const SHOWN = 3.5;

/** The agreement that is usual for the strength: of checked persons, or else of the calibration. */
export function usualAgreement(
  { expected, chance }: Figures,
  peers: Peers,
): { mean: number; deviation: number } {
  if (peers) return { mean: peers.agreement, deviation: Math.max(0.01, peers.deviation) };
  return { mean: expected, deviation: Math.hypot(chance, BETWEEN_PERSONS) };
}

export interface Bell {
  /** SVG path of the curve, closed at the bottom. */
  path: string;
  /** Returns the x of a share. */
  x: (share: number) => number;
  /** Shares under the axis. */
  ticks: number[];
}

/** Returns the curve of a normal distribution that also has room for `own`. */
export function bellOf(
  { mean, deviation }: { mean: number; deviation: number },
  own: number,
  { width, height }: { width: number; height: number },
): Bell {
  const low = Math.max(0, Math.min(mean - SHOWN * deviation, own - 0.05));
  const high = Math.min(1, Math.max(mean + SHOWN * deviation, own + 0.05));
  const x = (share: number) => ((share - low) / (high - low)) * width;
  const curve = Array.from({ length: POINTS + 1 }, (_, n) => {
    const share = low + ((high - low) * n) / POINTS;
    const y = height * (1 - Math.exp(-((share - mean) ** 2) / (2 * deviation ** 2)));
    return `${x(share).toFixed(1)} ${y.toFixed(1)}`;
  });
  const step = high - low > 0.5 ? 0.2 : 0.1;
  const first = Math.ceil(low / step);
  const ticks = Array.from({ length: Math.floor(high / step) - first + 1 }, (_, n) => (first + n) * step);
  return { path: `M0 ${height} L${curve.join(' L')} L${width} ${height} Z`, x, ticks };
}

/** Returns the heights of bars, the highest of both as 1. */
export function barsOf(own: readonly number[], peers: readonly number[] | null) {
  const highest = Math.max(0.01, ...own, ...(peers ?? []));
  return { own: own.map((one) => one / highest), peers: peers?.map((one) => one / highest) ?? null };
}
