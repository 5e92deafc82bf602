/** Moves by their cells alone: four digits where they are stored, `x,y-x,y` in calls. */
import type { Move } from '../board.ts';

/** Whether two moves have the same cells. */
export function isSameMove(one: Move, other: Move): boolean {
  return formatStep(one) === formatStep(other);
}

/** Formats a move as four digits: column and row of its two cells. */
export function formatStep({ from, to }: Move): string {
  return `${from.x}${from.y}${to.x}${to.y}`;
}

/** Parses consecutive moves of `formatStep`. What is none is left out. */
export function parseSteps(text: string): Move[] {
  return (text.match(/[0-6][0-8][0-6][0-8]/g) ?? []).map(moveOf);
}

/** Formats a move as `x,y-x,y`. */
export function formatStepText({ from, to }: Move): string {
  return `${from.x},${from.y}-${to.x},${to.y}`;
}

/** Parses `x,y-x,y`, which a schema has checked. */
export function parseStepText(text: string): Move {
  return moveOf(text.replace(/[,-]/g, ''));
}

function moveOf(digits: string): Move {
  const [fromX = 0, fromY = 0, toX = 0, toY = 0] = [...digits].map(Number);
  return { from: { x: fromX, y: fromY }, to: { x: toX, y: toY } };
}
