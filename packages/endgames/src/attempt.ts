/** One attempt at a level: the moves so far, what it cost, and the step for each move. Pure. */
import {
  formatFen,
  type Game,
  isSameMove,
  type Move,
  outcome,
  play,
  plyCount,
  positionOf,
  turn,
  undo,
} from '@doushouqi/rules';
import { type Level, startOf } from './level.ts';
import type { Choice, Solution } from './solution.ts';

/** Own moves of the longest attempt: six times the longest shortest way. */
export const MOST_MOVES = 60;

export interface Attempt {
  readonly level: Level;
  readonly game: Game;
  /** Hints seen: the words, then the arrow. */
  readonly hints: number;
  /** Moves that would have lost the goal. */
  readonly mistakes: number;
  /** The program made a move: the attempt earns no stars. */
  readonly isAnswered: boolean;
}

export type Tried =
  /** Not a legal move of the player now. */
  | { readonly kind: 'refused' }
  /** The move was taken back: it loses the goal, or the attempt has too many moves. */
  | { readonly kind: 'lost' | 'long'; readonly attempt: Attempt }
  | {
      readonly kind: 'good';
      readonly attempt: Attempt;
      readonly left: number | null;
      readonly reply: Move | null;
    };

/** Returns the first attempt at a level. */
export function beginAttempt(level: Level): Attempt {
  return { level, game: startOf(level), hints: 0, mistakes: 0, isAnswered: false };
}

/** Returns the own moves made. */
export function ownMoves({ game }: Pick<Attempt, 'game'>): number {
  return Math.ceil(plyCount(game) / 2);
}

/** Whether the player is to move. */
export function isOwnTurn({ level, game }: Attempt): boolean {
  return turn(positionOf(game)) === level.side && !isReached({ level, game });
}

/** Whether the goal is reached. */
export function isReached({ level, game }: Pick<Attempt, 'level' | 'game'>): boolean {
  if (outcome(game).winner === level.side) return true;
  return level.goal === 'hold' && plyCount(game) >= level.shortest;
}

/** Judges a move of the player. Only a good one stays on the board; `answer` makes its reply. */
export function tryMove(attempt: Attempt, solution: Solution, move: Move): Tried {
  const choice = isOwnTurn(attempt) ? choiceOf(attempt, solution, move) : null;
  if (choice === null) return { kind: 'refused' };
  if (choice.verdict === 'lost')
    return { kind: 'lost', attempt: { ...attempt, mistakes: attempt.mistakes + 1 } };
  if (ownMoves(attempt) >= MOST_MOVES) return { kind: 'long', attempt };
  const after = withMove(attempt, move);
  const reply = isReached(after) ? null : choice.reply;
  return { kind: 'good', attempt: after, left: choice.left, reply };
}

function choiceOf({ game }: Attempt, solution: Solution, move: Move): Choice | null {
  const choices = solution.get(formatFen(positionOf(game)));
  return choices?.find((one) => isSameMove(one.move, move)) ?? null;
}

/** Makes a legal move of either side. */
export function withMove(attempt: Attempt, move: Move): Attempt {
  const played = play(attempt.game, move);
  if (!played.ok) throw new Error(played.error);
  return { ...attempt, game: played.value };
}

/** Takes back the last own move with what followed. Hints and mistakes stay. */
export function takeBack(attempt: Attempt): Attempt {
  const { level } = attempt;
  let game = attempt.game;
  do game = undo(game);
  while (plyCount(game) > 0 && turn(positionOf(game)) !== level.side);
  return { ...attempt, game };
}
