import { winRate } from '@doushouqi/engine';
import { type Game, gameAfter, type Move, play, type Side } from '@doushouqi/rules';
import { decidedRate, type Evaluation, isSameMove, moverRate, redRateOf } from './evaluation.ts';
import { LOSSES, type Mark } from './marks.ts';
import type { Review, ReviewedMove } from './review.ts';

/** A move that the user retries. */
export type RetriedMove = ReviewedMove & { readonly mark: Mark };

/** Retry of the user's own mistakes: the position before each of them, for another try. Pure. */
export interface Retry {
  /** The reviewed game. */
  readonly game: Game;
  /** The moves to retry, in the order of the game; never empty. */
  readonly faults: readonly RetriedMove[];
  /** Index of the current fault; of the last fault when all of them are done. */
  readonly index: number;
  readonly step: RetryStep;
  /** One for each fault; null while open. */
  readonly results: readonly (RetryResult | null)[];
  /** Whether a wrong move was tried at this fault. */
  readonly hasErred: boolean;
}

/** `rate`: win rate of the moving side after the move, 0 to 100. */
type RetryStep =
  | { readonly kind: 'asking' }
  /** The engine evaluates the try: the last position of `after`. */
  | { readonly kind: 'judging'; readonly move: Move; readonly after: Game }
  | { readonly kind: 'wrong'; readonly move: Move; readonly rate: number }
  | { readonly kind: 'right'; readonly move: Move; readonly after: Game; readonly rate: number }
  | { readonly kind: 'answer' }
  | { readonly kind: 'done' };

/** Found at once, found after other tries, shown, or left out. */
export const RETRY_RESULTS = ['first', 'later', 'shown', 'skipped'] as const;
type RetryResult = (typeof RETRY_RESULTS)[number];

export type RetryEvent =
  | { readonly kind: 'tried'; readonly move: Move }
  /** The engine's evaluation of the position after the tried move. */
  | { readonly kind: 'judged'; readonly evaluation: Evaluation }
  /** Shows the better move; skips the fault; goes to the next one; restarts all of them. */
  | { readonly kind: 'answer' | 'skip' | 'next' | 'again' };

/** Returns the mistakes and blunders of a side, or of both. */
export function retriedFaults({ moves }: Review, side: Side | null): RetriedMove[] {
  return moves.filter((one): one is RetriedMove => {
    const isBad = one?.mark === 'mistake' || one?.mark === 'blunder';
    return isBad && (side === null || one.move.side === side);
  });
}

/** Returns null if there are no faults. */
export function newRetry(game: Game, faults: readonly RetriedMove[]): Retry | null {
  if (faults.length === 0) return null;
  const results = faults.map(() => null);
  return { game, faults, index: 0, step: { kind: 'asking' }, results, hasErred: false };
}

export function faultOf({ faults, index }: Retry): RetriedMove {
  return faults[index]!;
}

/** Returns the position on the board: before the fault, or after a move that is being evaluated or is good. */
export function retryPosition(retry: Retry): Game {
  const { step } = retry;
  return 'after' in step ? step.after : gameAfter(retry.game, faultOf(retry).ply - 1);
}

/** Returns red's win rate in the shown position; null while the engine evaluates it. */
export function retryRate(retry: Retry): number | null {
  const { step } = retry;
  if (step.kind === 'judging') return null;
  const fault = faultOf(retry);
  return step.kind === 'right' ? redRateOf(fault.move.side, step.rate) : fault.before;
}

/** Returns whether moves can be tried. */
export function isOpen({ step: { kind } }: Retry): boolean {
  return kind === 'asking' || kind === 'wrong';
}

/** Returns the state after an event; an event that does not fit changes nothing. */
export function retried(retry: Retry, event: RetryEvent): Retry {
  const { step } = retry;
  switch (event.kind) {
    case 'tried':
      return isOpen(retry) ? tried(retry, event.move) : retry;
    case 'judged':
      if (step.kind !== 'judging') return retry;
      return attempted(retry, step.move, step.after, 100 - moverRate(event.evaluation));
    case 'answer':
      return isOpen(retry) || step.kind === 'judging'
        ? withResult(retry, 'shown', { kind: 'answer' })
        : retry;
    case 'skip':
      return isOpen(retry) || step.kind === 'judging' ? next(withResult(retry, 'skipped', step)) : retry;
    case 'next':
      return step.kind === 'right' || step.kind === 'answer' ? next(retry) : retry;
    case 'again':
      return newRetry(retry.game, retry.faults) ?? retry;
  }
}

function tried(retry: Retry, move: Move): Retry {
  const fault = faultOf(retry);
  const made = play(gameAfter(retry.game, fault.ply - 1), move);
  if (!made.ok) return retry;
  const rate = knownRate(fault, move, made.value);
  if (rate !== null) return attempted(retry, move, made.value, rate);
  return { ...retry, step: { kind: 'judging', move, after: made.value } };
}

/** Returns the win rate of the moving side after a move if the review has it or the game is over; null otherwise. */
function knownRate(fault: ReviewedMove, move: Move, after: Game): number | null {
  const { side } = fault.move;
  if (isSameMove(fault.move, move)) return redRateOf(side, fault.after);
  const decided = decidedRate(after);
  if (decided !== null) return redRateOf(side, decided);
  const line = fault.lines.find((one) => isSameMove(one.move, move));
  return line ? winRate(line.score) : null;
}

/** A move is right that a review would call good. */
function attempted(retry: Retry, move: Move, after: Game, rate: number): Retry {
  const fault = faultOf(retry);
  const isRight = redRateOf(fault.move.side, fault.before) - rate < LOSSES.inaccuracy;
  if (!isRight) return { ...retry, step: { kind: 'wrong', move, rate }, hasErred: true };
  return withResult(retry, retry.hasErred ? 'later' : 'first', { kind: 'right', move, after, rate });
}

function withResult(retry: Retry, result: RetryResult, step: RetryStep): Retry {
  const results = retry.results.map((old, index) => (index === retry.index ? result : old));
  return { ...retry, results, step };
}

function next(retry: Retry): Retry {
  const index = retry.index + 1;
  if (index === retry.faults.length) return { ...retry, step: { kind: 'done' } };
  return { ...retry, index, step: { kind: 'asking' }, hasErred: false };
}
