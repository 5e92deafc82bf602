/** A match: mirrored random openings, spread over threads. This file is also the code of a thread. */
import { availableParallelism } from 'node:os';
import { isMainThread, parentPort, Worker, workerData } from 'node:worker_threads';
import { randomFrom } from '@doushouqi/engine/laboratory';
import {
  type Game,
  legalGameMoves,
  newGame,
  outcome,
  play,
  plyCount,
  positionOf,
  turn,
} from '@doushouqi/rules';
import { type Player, playerOf } from './players.ts';

/** Random half-moves of an opening; a den is out of reach within them. */
const OPENING_PLIES = 6;
/** Longer games are draws. */
const MOST_PLIES = 400;

export interface MatchResult {
  readonly players: readonly [string, string];
  readonly games: number;
  readonly wins: number;
  readonly draws: number;
  readonly losses: number;
  /** Points per game of the first player, 0 to 1. */
  readonly score: number;
  /** Elo difference of the first player, infinite if one player won every game, and half of its 95 % interval. */
  readonly elo: number;
  readonly error: number;
}

/** Points of the first player in two games from one opening. */
type Pair = readonly [number, number];

/** Options of a match on the command line. */
export const MATCH_OPTIONS = {
  games: { type: 'string', default: '200' },
  jobs: { type: 'string', default: String(availableParallelism()) },
  seed: { type: 'string', default: '1' },
} as const;

function opening(seed: number): Game {
  const random = randomFrom(seed);
  let game = newGame();
  for (let ply = 0; ply < OPENING_PLIES; ply++) {
    const moves = legalGameMoves(game);
    const next = play(game, moves[Math.floor(random() * moves.length)]!);
    if (next.ok) game = next.value;
  }
  return game;
}

/** Plays to the end; returns red's points. A player without a legal move loses. */
function playOut(start: Game, red: Player, blue: Player, seed: number): number {
  let game = start;
  while (outcome(game).winner === null && plyCount(game) < MOST_PLIES) {
    const mover = turn(positionOf(game));
    const move = (mover === 'red' ? red : blue)(game, seed * 1_009 + plyCount(game));
    const next = play(game, move);
    if (!next.ok) return mover === 'blue' ? 1 : 0;
    game = next.value;
  }
  const { winner } = outcome(game);
  return winner === 'red' ? 1 : winner === 'blue' ? 0 : 0.5;
}

function eloOf(score: number): number {
  return score <= 0 ? -Infinity : score >= 1 ? Infinity : -400 * Math.log10(1 / score - 1);
}

function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / Math.max(1, values.length);
}

/** Computes the error from pairs, because both games of a pair depend on each other. */
function resultOf(players: readonly [string, string], pairs: readonly Pair[]): MatchResult {
  const points = pairs.flat();
  const countOf = (value: number) => points.filter((one) => one === value).length;
  const score = mean(points);
  const variance = mean(pairs.map((pair) => (mean(pair) - score) ** 2));
  const deviation = 1.96 * Math.sqrt(variance / pairs.length);
  return {
    players,
    games: points.length,
    wins: countOf(1),
    draws: countOf(0.5),
    losses: countOf(0),
    score,
    elo: eloOf(score),
    error: (eloOf(score + deviation) - eloOf(score - deviation)) / 2,
  };
}

/** Plays `games` games, each opening twice with sides swapped; `seed` chooses the openings. */
export async function playMatch(
  players: readonly [string, string],
  { games, jobs, seed }: { games: number; jobs: number; seed: number },
): Promise<MatchResult> {
  const pairs: Pair[] = [];
  const count = Math.ceil(games / 2);
  let next = 0;
  const thread = () =>
    new Promise<void>((resolve, reject) => {
      const worker = new Worker(new URL(import.meta.url), { workerData: { players, seed } });
      const give = () => worker.postMessage(next < count ? next++ : null);
      worker.on('message', (pair: Pair) => {
        pairs.push(pair);
        if (pairs.length % 10 === 0) console.error(matchLine(resultOf(players, pairs)));
        give();
      });
      worker.on('error', reject);
      worker.on('exit', () => resolve());
      give();
    });
  await Promise.all(Array.from({ length: Math.min(jobs, count) }, thread));
  return resultOf(players, pairs);
}

/** Formats the state of a match in one line. */
export function matchLine({ players, games, score, elo, error, ...result }: MatchResult): string {
  const rating = `${elo.toFixed(0)} ± ${error.toFixed(0)}`;
  const points = `${result.wins} won, ${result.draws} drawn, ${result.losses} lost of ${games}`;
  return `${players[0]} – ${players[1]}: ${points}, ${(100 * score).toFixed(1)} %, Elo ${rating}`;
}

if (!isMainThread && parentPort) {
  const port = parentPort;
  const { players, seed } = workerData as { players: readonly [string, string]; seed: number };
  const [first, second] = [await playerOf(players[0]), await playerOf(players[1])];
  port.on('message', (pair: number | null) => {
    if (pair === null) return port.close();
    const start = opening(seed + pair);
    const asRed = playOut(start, first, second, seed + 2 * pair);
    port.postMessage([asRed, 1 - playOut(start, second, first, seed + 2 * pair + 1)] satisfies Pair);
  });
}
