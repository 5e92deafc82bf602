/** Shapes drawn on a board: arrows and marked cells. */
import { onBoard, type Point } from './board.ts';

/** Colors of shapes. */
export const SHAPE_COLORS = ['jade', 'red', 'blue', 'gold'] as const;
export type ShapeColor = (typeof SHAPE_COLORS)[number];

export interface Arrow {
  readonly kind: 'arrow';
  readonly from: Point;
  readonly to: Point;
  readonly color: ShapeColor;
}

export interface Mark {
  readonly kind: 'mark';
  readonly at: Point;
  readonly color: ShapeColor;
}

export type Shape = Arrow | Mark;

/** Whether a shape is on the board; an arrow must have two different cells. */
export function canBeDrawn(shape: Shape): boolean {
  if (shape.kind === 'mark') return onBoard(shape.at);
  const { from, to } = shape;
  return onBoard(from) && onBoard(to) && (from.x !== to.x || from.y !== to.y);
}
