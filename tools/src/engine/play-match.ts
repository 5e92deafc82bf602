/** A match: mirrored random openings, spread over threads. */
import { Worker } from 'node:worker_threads';

/** Pairs of games with sides swapped: counts of 0, ½, 1, 1½ and 2 points of the first player. */
type Pairs = readonly [number, number, number, number, number];

interface Rating {
  /** Points per game of the first player, 0 to 1. */
  readonly score: number;
  /** Elo difference of the first player; infinite if one player won every game. */
  readonly elo: number;
  /** Half of its 95 % interval. */
  readonly error: number;
}

function eloOf(score: number): number {
  return score <= 0 ? -Infinity : score >= 1 ? Infinity : -400 * Math.log10(1 / score - 1);
}

/** Computes the rating from pairs, because both games of a pair depend on each other. */
function ratingOf(pairs: Pairs): Rating {
  const count = pairs.reduce((sum, pair) => sum + pair, 0);
  if (count === 0) return { score: 0.5, elo: 0, error: Infinity };
  const score = pairs.reduce((sum, pair, points) => sum + (pair * points) / 4, 0) / count;
  const variance = pairs.reduce((sum, pair, points) => sum + pair * (points / 4 - score) ** 2, 0) / count;
  const deviation = 1.96 * Math.sqrt(variance / count);
  const [low, high] = [eloOf(score - deviation), eloOf(score + deviation)];
  return { score, elo: eloOf(score), error: (high - low) / 2 };
}

export interface MatchResult extends Rating {
  readonly players: readonly [string, string];
  readonly games: number;
  readonly wins: number;
  readonly draws: number;
  readonly losses: number;
  readonly pliesPerGame: number;
}

interface PairResult {
  readonly points: readonly number[];
  readonly plies: number;
}

/** Plays `games` games, each opening twice with sides swapped; `seed` chooses the openings. */
export async function playMatch(
  players: readonly [string, string],
  { games, jobs, seed }: { games: number; jobs: number; seed: number },
  progress: (result: MatchResult) => void = () => undefined,
): Promise<MatchResult> {
  const received: PairResult[] = [];
  const script = new URL('./match-worker.ts', import.meta.url);
  await spread<PairResult>(script, { players, seed }, { jobs, count: Math.ceil(games / 2) }, (pair) => {
    received.push(pair);
    progress(resultOf(players, received));
  });
  return resultOf(players, received);
}

function resultOf(players: readonly [string, string], received: readonly PairResult[]): MatchResult {
  const pairs = [0, 0, 0, 0, 0];
  for (const { points } of received) pairs[points.reduce((sum, one) => sum + 2 * one, 0)]!++;
  const results = received.flatMap(({ points }) => points);
  const countOf = (point: number) => results.filter((one) => one === point).length;
  const plies = received.reduce((sum, pair) => sum + pair.plies, 0);
  return {
    players,
    games: results.length,
    wins: countOf(1),
    draws: countOf(0.5),
    losses: countOf(0),
    pliesPerGame: Math.round(plies / Math.max(1, results.length)),
    ...ratingOf(pairs as unknown as Pairs),
  };
}

/** Formats the state of a match in one line. */
export function matchLine({
  players,
  games,
  wins,
  draws,
  losses,
  score,
  elo,
  error,
  pliesPerGame,
}: MatchResult): string {
  const rating = Number.isFinite(elo)
    ? `${elo.toFixed(0)} ± ${error.toFixed(0)}`
    : elo > 0
      ? 'won all'
      : 'lost all';
  const points = `${wins} won, ${draws} drawn, ${losses} lost of ${games}`;
  return `${players[0]} – ${players[1]}: ${points}, ${(100 * score).toFixed(1)} %, Elo ${rating}, ${pliesPerGame} plies a game`;
}

/** Writes the state of a match to standard error: on a terminal in one line, in a file after every 20 games. */
export function report(result: MatchResult): void {
  if (process.stderr.isTTY) process.stderr.write(`\r\x1b[K${matchLine(result)}`);
  else if (result.games % 20 === 0) process.stderr.write(`${matchLine(result)}\n`);
}

/**
 * Sends `taskOf(0)` to `taskOf(count - 1)`, default the numbers, to idle threads of a script and collects their
 * replies; `null` ends a thread.
 */
async function spread<T>(
  script: URL,
  workerData: unknown,
  { jobs, count, taskOf }: { jobs: number; count: number; taskOf?: (index: number) => unknown },
  hear: (answer: T) => void,
): Promise<void> {
  let next = 0;
  const thread = () =>
    new Promise<void>((resolve, reject) => {
      const worker = new Worker(script, { workerData });
      const give = () => {
        const index = next++;
        worker.postMessage(index < count ? (taskOf?.(index) ?? index) : null);
      };
      worker.on('message', (answer: T) => {
        hear(answer);
        give();
      });
      worker.on('error', reject);
      worker.on('exit', () => resolve());
      give();
    });
  await Promise.all(Array.from({ length: Math.min(jobs, count) }, thread));
}
