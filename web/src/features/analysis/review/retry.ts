import { winRate } from '@doushouqi/engine';
import { type Game, gameAfter, type Move, play, type Side } from '@doushouqi/rules';
import { decidedRate, type Evaluation, isSameMove, moverRate, redRateOf } from './evaluation.ts';
import { LOSSES, type Mark } from './marks.ts';
import type { Review, ReviewedMove } from './review.ts';

/** A move that is tried again. */
export type RetriedMove = ReviewedMove & { readonly mark: Mark };

/** One's own mistakes again: the position before each of them, for another try. Pure. */
export interface Retry {
  /** The reviewed game. */
  readonly game: Game;
  /** The moves that are tried again, in the order of the game; never empty. */
  readonly faults: readonly RetriedMove[];
  /** Of the fault that is tried; that of the last fault when all of them are done. */
  readonly index: number;
  readonly step: RetryStep;
  /** One for each fault; null until it is known. */
  readonly results: readonly (RetryResult | null)[];
  /** Something was tried at this fault that was not good. */
  readonly hasErred: boolean;
}

/** `rate`: the mover's win rate after the move, 0 to 100. */
type RetryStep =
  | { readonly kind: 'asking' }
  /** What was tried is looked at by the engine: the last position of `after`. */
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
  /** What the engine says of the position after the move that is judged. */
  | { readonly kind: 'judged'; readonly evaluation: Evaluation }
  /** The better move is to be shown; the fault is left out; the next one; all of them once more. */
  | { readonly kind: 'answer' | 'skip' | 'next' | 'again' };

/** The mistakes and blunders of a player, or of both. */
export function retriedFaults({ moves }: Review, side: Side | null): RetriedMove[] {
  return moves.filter((one): one is RetriedMove => {
    const isBad = one?.mark === 'mistake' || one?.mark === 'blunder';
    return isBad && (side === null || one.move.side === side);
  });
}

/** Null where there is nothing to be tried again. */
export function newRetry(game: Game, faults: readonly RetriedMove[]): Retry | null {
  if (faults.length === 0) return null;
  const results = faults.map(() => null);
  return { game, faults, index: 0, step: { kind: 'asking' }, results, hasErred: false };
}

export function faultOf({ faults, index }: Retry): RetriedMove {
  return faults[index]!;
}

/** The position that the board shows: that before the fault, or that after a move which is judged or good. */
export function retryPosition(retry: Retry): Game {
  const { step } = retry;
  return 'after' in step ? step.after : gameAfter(retry.game, faultOf(retry).ply - 1);
}

/** Red's win rate in the shown position; null while the engine looks at it. */
export function retryRate(retry: Retry): number | null {
  const { step } = retry;
  if (step.kind === 'judging') return null;
  const fault = faultOf(retry);
  return step.kind === 'right' ? redRateOf(fault.move.side, step.rate) : fault.before;
}

/** Moves can be tried. */
export function isOpen({ step: { kind } }: Retry): boolean {
  return kind === 'asking' || kind === 'wrong';
}

/** The state after an event; one that does not fit changes nothing. */
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

/** The mover's win rate after a move, where the review has it or the game is over. */
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
  return { ...retry, results: retry.results.with(retry.index, result), step };
}

function next(retry: Retry): Retry {
  const index = retry.index + 1;
  if (index === retry.faults.length) return { ...retry, step: { kind: 'done' } };
  return { ...retry, index, step: { kind: 'asking' }, hasErred: false };
}
