import type { BoardLayout } from './geometry.ts';
import {
  type BoardShape,
  type Modifiers,
  type ShapeColor,
  type Stroke,
  type StrokeGesture,
  shapeColorOf,
  shapeOf,
  stroke,
} from './shapes.ts';
import type { Point } from './types.ts';
import { type PointerTaker, useMachine } from './use-pointers.ts';

interface Options {
  layout: BoardLayout;
  flipped: boolean;
  /** The right button and the key M draw. */
  drawable: boolean;
  /** The color in which every press draws; null while presses move pieces. */
  pen: ShapeColor | null;
  onDraw: (shape: BoardShape) => void;
}

interface Drawing {
  /** The shape being drawn. */
  draft: BoardShape | null;
  pointer: PointerTaker;
  /** Handles a key on the focused square. Returns whether the key was used. */
  onKey: (event: Modifiers & { code: string }, focus: Point) => boolean;
}

const RIGHT_BUTTON = 2;

/** Drawing of arrows and circles on a board. */
export function useDrawing({ layout, flipped, drawable, pen, onDraw }: Options): Drawing {
  const scene = { layout, flipped };
  const { state, now, run } = useMachine(null as Stroke, (before, gesture: StrokeGesture) =>
    stroke(before, gesture, scene),
  );
  const act = (gesture: StrokeGesture): void => {
    const { action } = run(gesture);
    if (action) onDraw(action);
  };
  const color = (keys: Modifiers): ShapeColor => shapeColorOf(keys, pen ?? undefined);
  const pointer: PointerTaker = {
    taken: () => now()?.pointerId ?? null,
    down(event, spot) {
      const draws = drawable && (event.button === RIGHT_BUTTON || (pen !== null && event.button === 0));
      if (draws) act({ kind: 'down', pointerId: event.pointerId, spot, color: color(event) });
    },
    move: (pointerId, spot) => act({ kind: 'move', pointerId, spot }),
    up: (pointerId, spot) => act({ kind: 'up', pointerId, spot }),
    cancel: () => act({ kind: 'cancel' }),
  };
  // With Control or Meta the key belongs to the browser.
  const onKey = (event: Modifiers & { code: string }, at: Point): boolean => {
    if (!drawable || event.code !== 'KeyM' || event.ctrlKey || event.metaKey) return false;
    onDraw({ kind: 'mark', at, color: color(event) });
    return true;
  };
  return { draft: shapeOf(state), pointer, onKey };
}
