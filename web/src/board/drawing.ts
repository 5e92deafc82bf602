import { type BoardLayout, type Spot, squareAt } from './geometry.ts';
import { type BoardShape, type ShapeColour, shapeBetween } from './shapes.ts';
import { type Point, samePoint } from './types.ts';

/** How a pointer draws arrows and marks, as one pure state machine. */

/** The shape under way, null when nothing is drawn. */
export type Stroke = {
  pointerId: number;
  from: Point;
  /** The square under the pointer, null off the squares: let go there, nothing is drawn. */
  to: Point | null;
  colour: ShapeColour;
} | null;

export type StrokeGesture =
  | { kind: 'down'; pointerId: number; spot: Spot; colour: ShapeColour }
  | { kind: 'move'; pointerId: number; spot: Spot }
  | { kind: 'up'; pointerId: number; spot: Spot }
  | { kind: 'cancel'; pointerId: number };

interface StrokeTable {
  layout: BoardLayout;
  flipped: boolean;
}

/** The shape that a stroke would leave now. */
export function shapeOf(stroke: Stroke): BoardShape | null {
  return stroke?.to ? shapeBetween(stroke.from, stroke.to, stroke.colour) : null;
}

/** One gesture. A second finger is ignored while the first draws. */
export function stroke(
  state: Stroke,
  gesture: StrokeGesture,
  { layout, flipped }: StrokeTable,
): { state: Stroke; action: BoardShape | null } {
  if (gesture.kind === 'down') {
    const at = state ? null : squareAt(layout, gesture.spot, flipped);
    const { pointerId, colour } = gesture;
    return { state: at ? { pointerId, from: at, to: at, colour } : state, action: null };
  }
  if (state?.pointerId !== gesture.pointerId) return { state, action: null };
  if (gesture.kind === 'cancel') return { state: null, action: null };
  const to = squareAt(layout, gesture.spot, flipped);
  const moved = samePoint(to, state.to) ? state : { ...state, to };
  return gesture.kind === 'move' ? { state: moved, action: null } : { state: null, action: shapeOf(moved) };
}
