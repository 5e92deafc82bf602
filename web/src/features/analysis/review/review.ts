import type { EngineLine } from '@doushouqi/engine';
import {
  type Game,
  type GameMove,
  gameAfter,
  gameMoves,
  isSameMove,
  otherSide,
  plyCount,
  positionOf,
  type Side,
  turn,
} from '@doushouqi/rules';
import {
  decidedRate,
  type Evaluation,
  type Evaluations,
  moverRate,
  redRateOf,
} from '../../../shared/engine/evaluation.ts';
import type { Task } from '../../../shared/engine/exercise.ts';
import type { EngineWork } from '../../../shared/engine/work.ts';
import { gameAccuracy, moveAccuracy, moveWeights } from './accuracy.ts';
import { isFault, lossOf, MARKS, type Mark, markOf } from './marks.ts';

/** A game with the engine's evaluations of all positions. Pure. */

export interface ReviewedMove {
  /** Number of the ply, from 1. */
  readonly ply: number;
  readonly move: GameMove;
  /** Null for an ordinary move. */
  readonly mark: Mark | null;
  /** The win rate that it lost, 0 to 100. */
  readonly loss: number;
  readonly accuracy: number;
  /** Red's win rate before and after it. */
  readonly before: number;
  readonly after: number;
  /** The alternative moves, best first. */
  readonly lines: readonly EngineLine[];
  /** Whether it was the engine's choice. */
  readonly isBest: boolean;
}

interface ReviewedSide {
  /** 0 to 100; null without moves. */
  readonly accuracy: number | null;
  readonly marks: Readonly<Record<Mark, number>>;
}

export interface Review {
  /** Red's win rate in each position, 0 to 100; null while unknown. */
  readonly rates: readonly (number | null)[];
  /** Null while a position before or after the move is not evaluated. */
  readonly moves: readonly (ReviewedMove | null)[];
  /** Null until every move is reviewed. */
  readonly summary: ReviewSummary | null;
}

export interface ReviewSummary {
  readonly sides: Readonly<Record<Side, ReviewedSide>>;
  /** Plies of the worst faults, at most three, in the order of the game. */
  readonly moments: readonly number[];
}

/** Maximum number of moments that decided a game. */
const MOMENTS = 3;

function rememberReviews(): (work: EngineWork) => Review | null {
  const reviews = new WeakMap<Evaluations, Review>();
  return ({ review }) => {
    if (!review) return null;
    const made = reviews.get(review.evaluations) ?? reviewOf(review.game, review.evaluations);
    reviews.set(review.evaluations, made);
    return made;
  };
}

/** Returns the review of the engine's work as far as it is done; the same object until an evaluation arrives. */
export const reviewIn = rememberReviews();

export function reviewOf(game: Game, evaluations: Evaluations): Review {
  const rates = ratesOf(game, evaluations);
  const moves = gameMoves(game).map((move, index) =>
    reviewedMove(move, index, rates, evaluations[index] ?? null),
  );
  const isWhole = rates.every((rate) => rate !== null) && moves.every((move) => move !== null);
  return { rates, moves, summary: isWhole ? summaryOf(rates, moves) : null };
}

function ratesOf(game: Game, evaluations: Evaluations): Review['rates'] {
  const first = turn(positionOf(gameAfter(game, 0)));
  const last = plyCount(game);
  return Array.from({ length: last + 1 }, (_, ply) => {
    const decided = ply === last ? decidedRate(game) : null;
    const evaluation = evaluations[ply];
    if (decided !== null || !evaluation) return decided;
    return redRateOf(ply % 2 === 0 ? first : otherSide(first), moverRate(evaluation));
  });
}

function reviewedMove(
  move: GameMove,
  index: number,
  rates: Review['rates'],
  evaluation: Evaluation | null,
): ReviewedMove | null {
  const [before, after] = [rates[index] ?? null, rates[index + 1] ?? null];
  if (before === null || after === null || evaluation === null) return null;
  const loss = lossOf(evaluation, move, redRateOf(move.side, after));
  const { lines } = evaluation;
  return {
    ply: index + 1,
    move,
    mark: markOf(evaluation, move, loss),
    loss,
    accuracy: moveAccuracy(loss),
    before,
    after,
    lines,
    isBest: lines[0] !== undefined && isSameMove(lines[0].move, move),
  };
}

function summaryOf(rates: readonly number[], moves: readonly ReviewedMove[]): ReviewSummary {
  const weights = moveWeights(rates);
  const reviewed = (side: Side): ReviewedSide => {
    const own = moves.filter(({ move }) => move.side === side);
    const counted = own.map(({ ply, accuracy }) => ({ accuracy, weight: weights[ply - 1]! }));
    const count = (mark: Mark) => own.filter((one) => one.mark === mark).length;
    const marks = Object.fromEntries(MARKS.map((mark) => [mark, count(mark)])) as Record<Mark, number>;
    return { accuracy: gameAccuracy(counted), marks };
  };
  const worst = moves.filter(({ mark }) => isFault(mark)).sort((a, b) => b.loss - a.loss || a.ply - b.ply);
  const moments = worst.slice(0, MOMENTS).map(({ ply }) => ply);
  return { sides: { red: reviewed('red'), blue: reviewed('blue') }, moments: moments.sort((a, b) => a - b) };
}

/** Returns the next fault after a ply, or the first one of the game if none follows; null if there is none. */
export function nextFault({ moves }: Review, ply: number): number | null {
  const faults = moves.flatMap((move) => (move && isFault(move.mark) ? [move.ply] : []));
  return faults.find((fault) => fault > ply) ?? faults[0] ?? null;
}

/** A move that the user retries. */
export type RetriedMove = ReviewedMove & { readonly mark: Mark };

/** Returns the mistakes and blunders of a side, or of both. */
export function retriedFaults({ moves }: Review, side: Side | null): RetriedMove[] {
  return moves.filter((one): one is RetriedMove => {
    const isBad = one?.mark === 'mistake' || one?.mark === 'blunder';
    return isBad && (side === null || one.move.side === side);
  });
}

/** The position before a mistake, for another try. */
export interface RetryTask extends Task {
  readonly retried: RetriedMove;
}

export function retryTask(game: Game, retried: RetriedMove): RetryTask {
  const { ply, move, after, lines } = retried;
  return {
    game: gameAfter(game, ply - 1),
    lines,
    fault: { move, rate: redRateOf(move.side, after) },
    retried,
  };
}
