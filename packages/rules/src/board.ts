/**
 * The board and the pieces: sizes, terrain, ranks.
 *
 * Inside the package a cell is `y * WIDTH + x` (0..62) and a piece is its type plus 8 for blue (1..8 red, 9..16 blue,
 * 0 none), so that positions are bytes and rules are table lookups.
 */

export const WIDTH = 7;
export const HEIGHT = 9;
export const CELL_COUNT = WIDTH * HEIGHT;

/** Red moves first and starts at the bottom of the unflipped board. */
export const SIDES = ['red', 'blue'] as const;
export type Side = (typeof SIDES)[number];

/** Names in the order of type codes: `PIECE_NAMES[type - 1]`. */
export const PIECE_NAMES = ['rat', 'cat', 'dog', 'wolf', 'leopard', 'tiger', 'lion', 'elephant'] as const;
export type PieceName = (typeof PIECE_NAMES)[number];

/** Type code, which is also the rank: 1 rat, 2 cat, 3 dog, 4 wolf, 5 leopard, 6 tiger, 7 lion, 8 elephant. */
export type PieceType = 1 | 2 | 3 | 4 | 5 | 6 | 7 | 8;

export const RAT = 1;
export const TIGER = 6;
export const LION = 7;
export const ELEPHANT = 8;

/** x is 0..6 from the left, y is 0..8 from the top of the unflipped board (blue's side). */
export interface Point {
  readonly x: number;
  readonly y: number;
}

export interface Piece {
  readonly type: PieceType;
  readonly side: Side;
  readonly position: Point;
}

export interface Move {
  readonly from: Point;
  readonly to: Point;
}

export const TERRAINS = ['land', 'river', 'den', 'trap'] as const;
export type Terrain = (typeof TERRAINS)[number];

export function otherSide(side: Side): Side {
  return side === 'red' ? 'blue' : 'red';
}

/** Whether the point has integer coordinates on the board. */
export function onBoard(point: Point): boolean {
  return cellOf(point) >= 0;
}

/** Returns the cell of a point, or -1 off the board. */
export function cellOf({ x, y }: Point): number {
  const inside = Number.isInteger(x) && Number.isInteger(y) && x >= 0 && x < WIDTH && y >= 0 && y < HEIGHT;
  return inside ? y * WIDTH + x : -1;
}

export function pointOf(cell: number): Point {
  return { x: cell % WIDTH, y: Math.floor(cell / WIDTH) };
}

export function codeOf(type: PieceType, side: Side): number {
  return side === 'red' ? type : type + 8;
}

/** Returns the type of a piece byte 1..16. */
export function typeOf(code: number): PieceType {
  return (code > 8 ? code - 8 : code) as PieceType;
}

/** Returns the side of a piece byte 1..16. */
export function sideOf(code: number): Side {
  return code > 8 ? 'blue' : 'red';
}

const DENS: Readonly<Record<Side, Point>> = { red: { x: 3, y: 8 }, blue: { x: 3, y: 0 } };
const TRAPS: Readonly<Record<Side, readonly Point[]>> = {
  red: [
    { x: 2, y: 8 },
    { x: 4, y: 8 },
    { x: 3, y: 7 },
  ],
  blue: [
    { x: 2, y: 0 },
    { x: 4, y: 0 },
    { x: 3, y: 1 },
  ],
};
const RIVER_COLUMNS: readonly number[] = [1, 2, 4, 5];
const RIVER_ROWS: readonly number[] = [3, 4, 5];

export const DEN_CELL: Readonly<Record<Side, number>> = { red: cellOf(DENS.red), blue: cellOf(DENS.blue) };

/** 1 for a river cell, else 0. */
export const IS_RIVER: Uint8Array = Uint8Array.from({ length: CELL_COUNT }, (_, cell) => {
  const { x, y } = pointOf(cell);
  return RIVER_COLUMNS.includes(x) && RIVER_ROWS.includes(y) ? 1 : 0;
});

/** 1 for a red trap, 2 for a blue one, else 0. */
export const TRAP_OWNER: Uint8Array = new Uint8Array(CELL_COUNT);
for (const trap of TRAPS.red) TRAP_OWNER[cellOf(trap)] = 1;
for (const trap of TRAPS.blue) TRAP_OWNER[cellOf(trap)] = 2;

/** Returns the den of a side: (3,8) for red, (3,0) for blue. */
export function denOf(side: Side): Point {
  return DENS[side];
}

/** Returns the three traps of a side. Any of its pieces can capture an enemy piece on them. */
export function trapsOf(side: Side): readonly Point[] {
  return TRAPS[side];
}

/** Returns the owner of the trap on a point, or null without a trap. */
export function trapOwner(point: Point): Side | null {
  const owner = TRAP_OWNER[cellOf(point)];
  return owner ? SIDES[owner - 1]! : null;
}

/** Returns the terrain of a point; land off the board. */
export function terrainAt(point: Point): Terrain {
  const cell = cellOf(point);
  if (cell < 0) return 'land';
  if (IS_RIVER[cell]) return 'river';
  if (TRAP_OWNER[cell]) return 'trap';
  return cell === DEN_CELL.red || cell === DEN_CELL.blue ? 'den' : 'land';
}

/**
 * Whether one type is strictly above another by rank. The rat outranks the elephant, and the elephant never the rat.
 */
export function outranks(type: PieceType, other: PieceType): boolean {
  if (type === RAT && other === ELEPHANT) return true;
  if (type === ELEPHANT && other === RAT) return false;
  return type > other;
}
