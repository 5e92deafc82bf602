/** A match: mirrored random openings, spread over threads. */
import { type Pairs, type Rating, ratingOf } from './elo.ts';
import { spread } from './pool.ts';

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

/** Plays `games` games, each opening twice with the colours changed; `seed` chooses the openings. */
export async function playMatch(
  players: readonly [string, string],
  { games, jobs, seed }: { games: number; jobs: number; seed: number },
  progress: (result: MatchResult) => void = () => undefined,
): Promise<MatchResult> {
  const heard: PairResult[] = [];
  const script = new URL('./match-worker.ts', import.meta.url);
  await spread<PairResult>(script, { players, seed }, { jobs, count: Math.ceil(games / 2) }, (pair) => {
    heard.push(pair);
    progress(resultOf(players, heard));
  });
  return resultOf(players, heard);
}

function resultOf(players: readonly [string, string], heard: readonly PairResult[]): MatchResult {
  const pairs = [0, 0, 0, 0, 0];
  for (const { points } of heard) pairs[points.reduce((sum, one) => sum + 2 * one, 0)]!++;
  const results = heard.flatMap(({ points }) => points);
  const countOf = (point: number) => results.filter((one) => one === point).length;
  const plies = heard.reduce((sum, pair) => sum + pair.plies, 0);
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

/** One line that says how a match stands. */
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

/** Tells on standard error how a match stands: on a terminal in one line, in a file after every twenty games. */
export function report(result: MatchResult): void {
  if (process.stderr.isTTY) process.stderr.write(`\r\x1b[K${matchLine(result)}`);
  else if (result.games % 20 === 0) process.stderr.write(`${matchLine(result)}\n`);
}
