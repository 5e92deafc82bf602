import { type BoardLayout, type Spot, squareAt } from './geometry.ts';
import { type Point, samePoint } from './types.ts';

/** Shapes over the position: arrows and marked squares. */

/** The user draws in jade, red, blue and gold; the program shows second choices in pale and refutations in amber. */
const SHAPE_COLORS = ['jade', 'red', 'blue', 'gold', 'pale', 'amber'] as const;
export type ShapeColor = (typeof SHAPE_COLORS)[number];

export type BoardShape =
  | { kind: 'arrow'; from: Point; to: Point; color: ShapeColor; dashed?: boolean; isShort?: boolean }
  | { kind: 'mark'; at: Point; color: ShapeColor };

/** Key of a shape's position without its color: two shapes with the same key are never shown together. */
export function shapeKey(shape: BoardShape): string {
  return shape.kind === 'mark'
    ? `${shape.at.x},${shape.at.y}`
    : `${shape.from.x},${shape.from.y}-${shape.to.x},${shape.to.y}`;
}

/** Returns the shapes after one is drawn: an equal shape is removed, a shape of another color is replaced. */
export function toggleShape(shapes: readonly BoardShape[], drawn: BoardShape): BoardShape[] {
  const key = shapeKey(drawn);
  const old = shapes.find((shape) => shapeKey(shape) === key);
  const rest = shapes.filter((shape) => shape !== old);
  return old?.color === drawn.color ? rest : [...rest, drawn];
}

/** Returns the shape between two squares: an arrow, or a circle on one square. */
export function shapeBetween(from: Point, to: Point, color: ShapeColor): BoardShape {
  return samePoint(from, to) ? { kind: 'mark', at: from, color } : { kind: 'arrow', from, to, color };
}

export interface Modifiers {
  shiftKey: boolean;
  ctrlKey: boolean;
  altKey: boolean;
  metaKey: boolean;
}

/**
 * Returns the color for the held keys: Shift or Control red, Alt or Meta blue, one of each gold, none the pen's
 * color.
 */
export function shapeColorOf(keys: Modifiers, pen: ShapeColor = 'jade'): ShapeColor {
  const first = keys.shiftKey || keys.ctrlKey;
  const second = keys.altKey || keys.metaKey;
  if (first) return second ? 'gold' : 'red';
  return second ? 'blue' : pen;
}

/** Drawing of arrows and circles by a pointer, as one pure state machine. */

/** The shape being drawn; null if there is none. */
export type Stroke = {
  pointerId: number;
  from: Point;
  /** The square under the pointer; null outside of the squares, where a release draws nothing. */
  to: Point | null;
  color: ShapeColor;
} | null;

export type StrokeGesture =
  | { kind: 'down'; pointerId: number; spot: Spot; color: ShapeColor }
  | { kind: 'move'; pointerId: number; spot: Spot }
  | { kind: 'up'; pointerId: number; spot: Spot }
  | { kind: 'cancel' };

interface StrokeTable {
  layout: BoardLayout;
  flipped: boolean;
}

/** Returns the shape that a release would draw now. */
export function shapeOf(stroke: Stroke): BoardShape | null {
  return stroke?.to ? shapeBetween(stroke.from, stroke.to, stroke.color) : null;
}

/** Handles one gesture. */
export function stroke(
  state: Stroke,
  gesture: StrokeGesture,
  { layout, flipped }: StrokeTable,
): { state: Stroke; action: BoardShape | null } {
  if (gesture.kind === 'down') {
    const at = squareAt(layout, gesture.spot, flipped);
    const { pointerId, color } = gesture;
    return { state: at && { pointerId, from: at, to: at, color }, action: null };
  }
  if (gesture.kind === 'cancel') return { state: null, action: null };
  if (state?.pointerId !== gesture.pointerId) return { state, action: null };
  const to = squareAt(layout, gesture.spot, flipped);
  const moved = samePoint(to, state.to) ? state : { ...state, to };
  return gesture.kind === 'move' ? { state: moved, action: null } : { state: null, action: shapeOf(moved) };
}
