/**
 * Accuracy as Lichess measures it: of a move, https://lichess.org/page/accuracy; of a game, the mean of a mean weighted
 * by volatility and a harmonic mean, https://github.com/lichess-org/lila (modules/analyze, AccuracyPercent). Pure.
 */

/** Returns how close a move is to the best one, 0 to 100, from the win rate that it lost. */
export function moveAccuracy(loss: number): number {
  return loss <= 0 ? 100 : Math.max(0, 103.1668 * Math.exp(-0.04354 * loss) - 3.1669);
}

/** Weight of a move in a quiet position, and in a volatile one. */
const [LEAST_WEIGHT, MOST_WEIGHT] = [0.5, 12];

/**
 * Returns the weight of each move: the spread of the win rates around it.
 * @param rates rates of all positions, one more than there are moves
 */
export function moveWeights(rates: readonly number[]): number[] {
  const moves = rates.length - 1;
  const size = Math.min(Math.max(Math.floor(moves / 10), 2), 8, rates.length);
  return Array.from({ length: Math.max(0, moves) }, (_, move) => {
    const end = Math.max(move + 2, size);
    return Math.min(MOST_WEIGHT, Math.max(LEAST_WEIGHT, deviation(rates.slice(end - size, end))));
  });
}

function deviation(values: readonly number[]): number {
  const mean = sum(values) / values.length;
  return Math.sqrt(sum(values.map((value) => (value - mean) ** 2)) / values.length);
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}

/** Returns the accuracy of a side in a game, 0 to 100; null if it made no move. */
export function gameAccuracy(moves: readonly { accuracy: number; weight: number }[]): number | null {
  if (moves.length === 0) return null;
  const weighted =
    sum(moves.map(({ accuracy, weight }) => accuracy * weight)) / sum(moves.map(({ weight }) => weight));
  // An accuracy of 0 counts as 1, or it alone would decide the mean.
  const harmonic = moves.length / sum(moves.map(({ accuracy }) => 1 / Math.max(1, accuracy)));
  // Rounding may exceed the largest accuracy.
  return Math.min(100, (weighted + harmonic) / 2);
}
