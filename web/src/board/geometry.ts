import type { Point } from './types.ts';

/** Positions of squares on the board's picture. Unit: edge of a square (themes' `config.json`). */

export const COLUMNS = 7;
export const ROWS = 9;

export interface BoardLayout {
  /** Distance between the picture's left or right edge and the squares. */
  horizontalPadding: number;
  /** Distance between the picture's upper or lower edge and the squares. */
  verticalPadding: number;
  /** Distance between neighboring squares. */
  gap: number;
}

/** A point on the displayed board, in px from its upper left corner, with the board's width in px. */
export interface Spot {
  left: number;
  top: number;
  width: number;
}

/** Size of the whole picture in edges of a square. */
export function boardSize(layout: BoardLayout): { width: number; height: number } {
  return {
    width: COLUMNS + 2 * layout.horizontalPadding + (COLUMNS - 1) * layout.gap,
    height: ROWS + 2 * layout.verticalPadding + (ROWS - 1) * layout.gap,
  };
}

/** Converts a square to its displayed position, or back. */
export function turned({ x, y }: Point, flipped: boolean): Point {
  return flipped ? { x: COLUMNS - 1 - x, y: ROWS - 1 - y } : { x, y };
}

/** Upper left corner of a displayed square, in edges of a square. */
function corner(layout: BoardLayout, view: Point): { left: number; top: number } {
  return {
    left: layout.horizontalPadding + view.x * (1 + layout.gap),
    top: layout.verticalPadding + view.y * (1 + layout.gap),
  };
}

/** Box of a displayed square, in percent of the picture. */
export function cellBox(
  layout: BoardLayout,
  view: Point,
): { left: number; top: number; width: number; height: number } {
  const size = boardSize(layout);
  const { left, top } = corner(layout, view);
  return {
    left: (left / size.width) * 100,
    top: (top / size.height) * 100,
    width: 100 / size.width,
    height: 100 / size.height,
  };
}

/** Translation of a piece from the displayed upper left square, in percent of its own box. */
export function pieceShift(layout: BoardLayout, view: Point): { x: number; y: number } {
  return {
    x: view.x * (1 + layout.gap) * 100,
    y: view.y * (1 + layout.gap) * 100,
  };
}

/** Center of a square on the picture, in edges of a square. */
export function cellCenter(
  layout: BoardLayout,
  point: Point,
  flipped: boolean,
): { left: number; top: number } {
  const { left, top } = corner(layout, turned(point, flipped));
  return { left: left + 0.5, top: top + 0.5 };
}

/** Returns the square under a point, or null on the frame. Gaps belong to the square before them. */
export function squareAt(layout: BoardLayout, spot: Spot, flipped: boolean): Point | null {
  const edge = spot.width / boardSize(layout).width;
  const x = Math.floor((spot.left / edge - layout.horizontalPadding) / (1 + layout.gap));
  const y = Math.floor((spot.top / edge - layout.verticalPadding) / (1 + layout.gap));
  if (x < 0 || x >= COLUMNS || y < 0 || y >= ROWS) return null;
  return turned({ x, y }, flipped);
}

/** Returns whether a point is on the board's picture, frame included. */
export function isOnBoard(layout: BoardLayout, { left, top, width }: Spot): boolean {
  const size = boardSize(layout);
  return left >= 0 && left <= width && top >= 0 && top <= (width * size.height) / size.width;
}

/** All squares, row by row from blue's end. */
export const SQUARES: readonly Point[] = Array.from({ length: COLUMNS * ROWS }, (_, index) => ({
  x: index % COLUMNS,
  y: Math.floor(index / COLUMNS),
}));

/** Returns the candidate whose center is nearest to the point, if it is within `reach` px. */
export function nearestWithin(
  layout: BoardLayout,
  candidates: readonly Point[],
  spot: Spot,
  flipped: boolean,
  reach: number,
): Point | null {
  const edge = spot.width / boardSize(layout).width;
  let best: Point | null = null;
  let least = reach;
  for (const candidate of candidates) {
    const { left, top } = cellCenter(layout, candidate, flipped);
    const distance = Math.hypot(left * edge - spot.left, top * edge - spot.top);
    if (distance > least) continue;
    least = distance;
    best = candidate;
  }
  return best;
}

/** `C3`: files A–G from red's left, ranks 1–9 from red's side. */
export function squareName({ x, y }: Point): string {
  return `${'ABCDEFG'[x]}${ROWS - y}`;
}

/** An arc over the river between two squares as SVG path data, in edges of a square. */
export function leapArc(layout: BoardLayout, from: Point, to: Point, flipped: boolean): string {
  const start = cellCenter(layout, from, flipped);
  const end = cellCenter(layout, to, flipped);
  const [dx, dy] = [end.left - start.left, end.top - start.top];
  const length = Math.hypot(dx, dy);
  const [ux, uy] = [dx / length, dy / length];
  const size = boardSize(layout);
  // Bends away from the board's center, so that the piece's own column of the river stays readable.
  const outward = (start.left + dx / 2 - size.width / 2) * uy - (start.top + dy / 2 - size.height / 2) * ux;
  const bow = outward >= 0 ? 0.34 : -0.34;
  const round = (value: number): string => value.toFixed(3);
  const at = (along: number, aside: number): string =>
    `${round(start.left + ux * along + uy * aside)} ${round(start.top + uy * along - ux * aside)}`;
  return `M${at(0.46, bow * 0.2)}Q${at(length / 2, bow * 2)} ${at(length - 0.46, bow * 0.2)}`;
}

/** Measures of a drawn arrow in edges of a square: margins at both ends, shaft and head. */
const ARROW = { tail: 0.12, tip: 0.08, shaft: 0.085, head: 0.22, headLength: 0.36 };
/** The same for one that leaves the pieces of both squares visible. */
const SHORT_ARROW = { ...ARROW, tail: 0.34, tip: 0.3, headLength: 0.32 };
/** Length of a dash and of a gap, in edges of a square; stretched to fill the shaft. */
const DASH = { length: 0.18, gap: 0.12 };

/** The outline of an arrow between two squares as SVG path data, in edges of a square. */
export function arrowOutline(
  layout: BoardLayout,
  from: Point,
  to: Point,
  flipped: boolean,
  { dashed, isShort }: { dashed?: boolean; isShort?: boolean } = {},
): string {
  const start = cellCenter(layout, from, flipped);
  const end = cellCenter(layout, to, flipped);
  const [dx, dy] = [end.left - start.left, end.top - start.top];
  const length = Math.hypot(dx, dy);
  const [ux, uy] = [dx / length, dy / length];
  const at = (along: number, aside: number): string =>
    `${(start.left + ux * along - uy * aside).toFixed(3)} ${(start.top + uy * along + ux * aside).toFixed(3)}`;
  const outline = (...corners: string[]): string => `M${corners.join('L')}Z`;
  const { tail, shaft, head, ...ends } = isShort ? SHORT_ARROW : ARROW;
  const tip = length - ends.tip;
  const neck = tip - ends.headLength;
  const dash = (begin: number, end: number): string =>
    outline(at(begin, shaft), at(end, shaft), at(end, -shaft), at(begin, -shaft));
  const arrowhead = [at(neck, head), at(tip, 0), at(neck, -head)];
  if (!dashed) {
    return outline(at(tail, shaft), at(neck, shaft), ...arrowhead, at(neck, -shaft), at(tail, -shaft));
  }
  const count = Math.max(1, Math.round((neck - tail) / (DASH.length + DASH.gap)));
  const step = (neck - tail) / count;
  const filled = (step * DASH.length) / (DASH.length + DASH.gap);
  const dashes = Array.from({ length: count }, (_, index) => tail + index * step);
  return dashes.map((begin) => dash(begin, begin + filled)).join('') + outline(...arrowhead);
}

/** Four corners of a square's frame as SVG path data, in edges of a square. */
export function cornerMarks(layout: BoardLayout, point: Point, flipped: boolean): string {
  const { left, top } = cellCenter(layout, point, flipped);
  const [far, near] = [0.43, 0.2];
  const corner = (x: number, y: number): string => {
    const at = (dx: number, dy: number): string =>
      `${(left + dx * x).toFixed(3)} ${(top + dy * y).toFixed(3)}`;
    return `M${at(near, far)}L${at(far, far)}L${at(far, near)}`;
  };
  return [corner(-1, -1), corner(1, -1), corner(1, 1), corner(-1, 1)].join('');
}
