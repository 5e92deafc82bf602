import type { PlayedGame, Player } from '@doushouqi/tournament';
import { percentile } from '../numbers.ts';
import type { SimulatedPlayer } from './players.ts';

export interface Figures {
  name: string;
  pairing: string;
  gamesEach: number;
  /** Waits for the next game, ms. */
  waits: readonly number[];
  /** Share of games against one of the last two opponents. */
  repeats: number;
  /** Greatest difference of sides, and its mean. */
  colors: { greatest: number; mean: number };
  /** Spearman's correlation of final rank and true strength. */
  correlation: number;
  /** Greatest CPU time of a wave or round, ms. */
  cpuMs: number;
}

function gamesOf({ sheet }: Player): PlayedGame[] {
  return sheet.flatMap((entry) => (entry.kind === 'game' ? [entry] : []));
}

function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / Math.max(1, values.length);
}

/** Returns the share of games against one of the last two opponents. */
function repeatsOf(players: readonly Player[]): number {
  const repeats = players.flatMap((player) =>
    gamesOf(player).map(({ opponent }, n, all) =>
      all.slice(Math.max(0, n - 2), n).some((before) => before.opponent === opponent) ? 1 : 0,
    ),
  );
  return mean(repeats);
}

function colorsOf(players: readonly Player[]): Figures['colors'] {
  const differences = players.map((player) =>
    Math.abs(gamesOf(player).reduce((sum, { side }) => sum + (side === 'red' ? 1 : -1), 0)),
  );
  return { greatest: Math.max(...differences), mean: mean(differences) };
}

/** Returns Spearman's rank correlation of the order and the strengths. */
function correlationOf(ranked: readonly Player[], simulated: readonly SimulatedPlayer[]): number {
  const byStrength = simulated.toSorted((a, b) => b.strength - a.strength);
  const places = new Map(byStrength.map(({ id }, place) => [id, place]));
  const squares = ranked.reduce((sum, { id }, rank) => sum + (rank - places.get(id)!) ** 2, 0);
  const n = ranked.length;
  return 1 - (6 * squares) / (n * (n * n - 1));
}

export function figuresOf(
  labels: Pick<Figures, 'name' | 'pairing' | 'waits' | 'cpuMs'>,
  ranked: readonly Player[],
  simulated: readonly SimulatedPlayer[],
): Figures {
  return {
    ...labels,
    gamesEach: mean(ranked.map((player) => gamesOf(player).length)),
    repeats: repeatsOf(ranked),
    colors: colorsOf(ranked),
    correlation: correlationOf(ranked, simulated),
  };
}

function seconds(ms: number): string {
  return Number.isNaN(ms) ? '' : (ms / 1_000).toFixed(0);
}

export const HEADER = [
  '| tournament | pairing | games each | wait s, median | p95 | repeats | sides, mean | greatest | rank and strength | CPU ms |',
  '|---|---|---|---|---|---|---|---|---|---|',
];

export function rowOf({
  name,
  pairing,
  gamesEach,
  waits,
  repeats,
  colors,
  correlation,
  cpuMs,
}: Figures): string {
  const cells = [
    name,
    pairing,
    gamesEach.toFixed(1),
    seconds(percentile(waits, 0.5)),
    seconds(percentile(waits, 0.95)),
    `${(100 * repeats).toFixed(1)} %`,
    colors.mean.toFixed(2),
    colors.greatest,
    correlation.toFixed(2),
    cpuMs.toFixed(0),
  ];
  return `| ${cells.join(' | ')} |`;
}

/** Returns the result of work and its CPU time, ms. */
export function measured<T>(work: () => T): { result: T; cpuMs: number } {
  const before = process.cpuUsage();
  const result = work();
  const { user, system } = process.cpuUsage(before);
  return { result, cpuMs: (user + system) / 1_000 };
}
