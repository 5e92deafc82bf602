import { moveFaultText } from '@doushouqi/protocol';
import {
  explainMove,
  type Game,
  type Move,
  type MoveFault,
  PIECE_LETTERS,
  pieceAt,
  positionOf,
} from '@doushouqi/rules';
import type { Ask, LessonStep } from './lesson.ts';
import { afterMove, gameOf, moveOf, squaresOf } from './position.ts';

/** One step of a lesson while it is played. Pure. */
export interface LessonPlayer {
  readonly step: LessonStep;
  /** Index of the current move among `asks`. */
  readonly index: number;
  /** The position on the board. */
  readonly game: Game;
  readonly phase: Phase;
  /** Why the last try was refused; null after the right move and before a try. */
  readonly reason: string | null;
  /** Wrong moves so far. */
  readonly mistakes: number;
}

type Phase =
  | { readonly kind: 'asking' }
  /** A legal move that is not the goal is shown; `back` is the game before it. */
  | { readonly kind: 'straying'; readonly back: Game }
  /** The right move is shown; blue's reply follows. */
  | { readonly kind: 'waiting' }
  | { readonly kind: 'done' };

export type LessonEvent =
  | { readonly kind: 'tried'; readonly move: Move }
  /** The strayed piece walks back; blue replies. */
  | { readonly kind: 'back' | 'reply' }
  /** Plays the right move; begins the step again. */
  | { readonly kind: 'show' | 'again' };

/** Returns a step before its first move. */
export function beginStep(step: LessonStep): LessonPlayer {
  return { step, index: 0, game: gameOf(step), phase: { kind: 'asking' }, reason: null, mistakes: 0 };
}

/** Returns the move that the step asks for now. */
export function askOf({ step, index }: LessonPlayer): Ask {
  return step.asks[index]!;
}

/** Returns whether the step is a question that the board must not answer yet: before the first wrong move. */
export function isAnswerHidden({ step, mistakes, phase }: LessonPlayer): boolean {
  return step.isQuiz === true && mistakes === 0 && phase.kind !== 'done';
}

/** Returns the move to mark on the board; null while none is asked for, and in a question before the first wrong move. */
export function goalOf(player: LessonPlayer): Move | null {
  return player.phase.kind === 'asking' && !isAnswerHidden(player) ? moveOf(askOf(player).moves[0]!) : null;
}

/** The answer to a tried move; `fault`: why the rules refuse it, null for a legal move. */
export type Verdict =
  | { readonly isRight: true }
  | { readonly isRight: false; readonly reason: string; readonly fault: MoveFault | null };

/** Returns whether a move is what `ask` asks for, and otherwise the reason to show. */
export function judgeMove(game: Game, ask: Ask, move: Move): Verdict {
  const squares = squaresOf(move);
  const fault = explainMove(game, move);
  if (fault) {
    const reason = ask.because?.[squares] ?? ask.because?.[fault.code] ?? moveFaultText(fault);
    return { isRight: false, reason, fault };
  }
  if (ask.isFree || ask.moves.includes(squares)) return { isRight: true };
  return { isRight: false, reason: ask.because?.[squares] ?? reasonOf(game, ask, move), fault: null };
}

function reasonOf(game: Game, { moves, wrong, others }: Ask, { from }: Move): string {
  const isAsked = moves.some((one) => samePoint(moveOf(one).from, from));
  if (isAsked) return wrong;
  const piece = pieceAt(positionOf(game), moveOf(moves[0]!).from);
  return others ?? (piece ? `这一步走${PIECE_LETTERS[piece.type - 1]}。` : wrong);
}

function samePoint(one: Move['from'], other: Move['from']): boolean {
  return one.x === other.x && one.y === other.y;
}

/** Returns the player after an event; an event that does not fit changes nothing. */
export function playerAfter(player: LessonPlayer, event: LessonEvent): LessonPlayer {
  const { phase } = player;
  switch (event.kind) {
    case 'tried':
      return phase.kind === 'asking' ? tried(player, event.move) : player;
    case 'show':
      return phase.kind === 'asking' ? tried(player, moveOf(askOf(player).moves[0]!)) : player;
    case 'back':
      return phase.kind === 'straying' ? { ...player, game: phase.back, phase: { kind: 'asking' } } : player;
    case 'reply':
      return phase.kind === 'waiting' ? replied(player) : player;
    case 'again':
      return beginStep(player.step);
  }
}

function tried(player: LessonPlayer, move: Move): LessonPlayer {
  const { game } = player;
  const ask = askOf(player);
  const verdict = judgeMove(game, ask, move);
  if (verdict.isRight) {
    const kind = ask.reply ? 'waiting' : 'done';
    return { ...player, game: afterMove(game, squaresOf(move)), phase: { kind }, reason: null };
  }
  const erred = { ...player, reason: verdict.reason, mistakes: player.mistakes + 1 };
  if (verdict.fault) return erred;
  return { ...erred, game: afterMove(game, squaresOf(move)), phase: { kind: 'straying', back: game } };
}

function replied(player: LessonPlayer): LessonPlayer {
  const game = afterMove(player.game, askOf(player).reply!);
  return { ...player, index: player.index + 1, game, phase: { kind: 'asking' } };
}
