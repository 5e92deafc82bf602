import { moveFaultText } from '@doushouqi/protocol';
import {
  explainMove,
  explainStep,
  type Game,
  type MoveFault,
  type Point,
  positionOf,
} from '@doushouqi/rules';
import type { Cross } from '../board/types.ts';
import type { GameNotice } from './controller.ts';

/** Reason of a refused move, as a text and on the board; the same for every kind of game. */

type Refusal = Extract<GameNotice, { kind: 'refused' }>;

/** Returns the notice for a move that `game` does not accept, or null for a legal one. Pure. */
export function refusalOf(game: Game, from: Point, to: Point): Refusal | null {
  const fault = explainMove(game, { from, to });
  return fault && noticeOf(fault, from);
}

/** Returns the notice for a premove that no move of the opponent can make legal. Pure. */
export function premoveRefusalOf(game: Game, from: Point, to: Point): Refusal | null {
  const fault = explainStep(positionOf(game), { from, to });
  return fault && noticeOf(fault, from);
}

function noticeOf(fault: MoveFault, from: Point): Refusal {
  return { kind: 'refused', message: moveFaultText(fault), from, crosses: crossesOf(fault, from) };
}

/** On each rat below the jump, or on the border to a piece that cannot be captured. */
function crossesOf({ code, blockers }: MoveFault, from: Point): Cross[] {
  if (code === 'TOO_FAR') return [];
  return blockers.map(({ position }) => ({ at: position, from: code === 'LEAP_BLOCKED' ? null : from }));
}

/**
 * Returns whether an illegal attempt shows a notice. A tap on an empty square out of the piece's reach does not: it
 * only
 * deselects the piece. Pure.
 */
export function isAttempt(game: Game, from: Point, to: Point, dragged: boolean): boolean {
  const fault = explainStep(positionOf(game), { from, to });
  const isOutOfReach = fault?.code === 'TOO_FAR' || fault?.code === 'DIAGONAL';
  return dragged || !isOutOfReach || fault.blockers.length > 0;
}
