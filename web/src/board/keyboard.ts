import { COLUMNS, ROWS, turned } from './geometry.ts';
import type { Point } from './types.ts';

function within(value: number, count: number): number {
  return Math.min(Math.max(value, 0), count - 1);
}

/**
 * Returns the square that a key moves the focus to, or null for other keys. Arrows follow the displayed orientation;
 * Home and End go to the ends of the row, with Control to the corners of the board.
 */
export function focusAfter(focus: Point, key: string, control: boolean, flipped: boolean): Point | null {
  const { x, y } = turned(focus, flipped);
  const steps: Record<string, Point> = {
    ArrowLeft: { x: x - 1, y },
    ArrowRight: { x: x + 1, y },
    ArrowUp: { x, y: y - 1 },
    ArrowDown: { x, y: y + 1 },
    PageUp: { x, y: 0 },
    PageDown: { x, y: ROWS - 1 },
    Home: { x: 0, y: control ? 0 : y },
    End: { x: COLUMNS - 1, y: control ? ROWS - 1 : y },
  };
  const next = Object.hasOwn(steps, key) ? steps[key] : undefined;
  return next ? turned({ x: within(next.x, COLUMNS), y: within(next.y, ROWS) }, flipped) : null;
}
