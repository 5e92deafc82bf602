/**
 * The board and the pieces: sizes, terrain, ranks (spec §5 and §9, design §4).
 *
 * Inside the package a cell is `y * WIDTH + x` (0..62) and a piece is its type plus 8 for blue
 * (1..8 red, 9..16 blue, 0 none), so that everything fits in bytes and table look-ups.
 */

export const WIDTH = 7;
export const HEIGHT = 9;
export const CELL_COUNT = WIDTH * HEIGHT;

/** 1 is red (moves first, bottom of the unflipped board), 2 is blue. */
export type Player = 1 | 2;

/** Names in the order of the type codes: `PIECE_NAMES[type - 1]`. */
export const PIECE_NAMES = ['rat', 'cat', 'dog', 'wolf', 'leopard', 'tiger', 'lion', 'elephant'] as const;
export type PieceName = (typeof PIECE_NAMES)[number];

/** Type code and rank at once: 1 rat, 2 cat, 3 dog, 4 wolf, 5 leopard, 6 tiger, 7 lion, 8 elephant. */
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
  readonly player: Player;
  readonly position: Point;
}

export interface Move {
  readonly from: Point;
  readonly to: Point;
}

export const TERRAINS = ['land', 'river', 'den', 'trap'] as const;
export type Terrain = (typeof TERRAINS)[number];

/** The other player. */
export function opponent(player: Player): Player {
  return player === 1 ? 2 : 1;
}

/** True when the point has whole coordinates on the board. */
export function onBoard(point: Point): boolean {
  return cellOf(point) >= 0;
}

/** The cell of a point, or -1 when it is not on the board. */
export function cellOf({ x, y }: Point): number {
  const inside = Number.isInteger(x) && Number.isInteger(y) && x >= 0 && x < WIDTH && y >= 0 && y < HEIGHT;
  return inside ? y * WIDTH + x : -1;
}

/** The point of a cell 0..62. */
export function pointOf(cell: number): Point {
  return { x: cell % WIDTH, y: Math.floor(cell / WIDTH) };
}

/** The byte that stands for a piece on the inner board. */
export function codeOf(type: PieceType, player: Player): number {
  return player === 1 ? type : type + 8;
}

/** The type of a piece byte 1..16. */
export function typeOf(code: number): PieceType {
  return (code > 8 ? code - 8 : code) as PieceType;
}

/** The owner of a piece byte 1..16. */
export function playerOf(code: number): Player {
  return code > 8 ? 2 : 1;
}

const RED_DEN: Point = { x: 3, y: 8 };
const BLUE_DEN: Point = { x: 3, y: 0 };
const RED_TRAPS: readonly Point[] = [
  { x: 2, y: 8 },
  { x: 4, y: 8 },
  { x: 3, y: 7 },
];
const BLUE_TRAPS: readonly Point[] = [
  { x: 2, y: 0 },
  { x: 4, y: 0 },
  { x: 3, y: 1 },
];
const RIVER_COLUMNS: readonly number[] = [1, 2, 4, 5];
const RIVER_ROWS: readonly number[] = [3, 4, 5];

/** The cells of the two dens, by player (index 0 unused). */
export const DEN_CELL: readonly [number, number, number] = [-1, cellOf(RED_DEN), cellOf(BLUE_DEN)];

/** 1 for a river cell, else 0. */
export const IS_RIVER: Uint8Array = Uint8Array.from({ length: CELL_COUNT }, (_, cell) => {
  const { x, y } = pointOf(cell);
  return RIVER_COLUMNS.includes(x) && RIVER_ROWS.includes(y) ? 1 : 0;
});

/** The player to whom the trap on a cell belongs, else 0. */
export const TRAP_OWNER: Uint8Array = new Uint8Array(CELL_COUNT);
for (const trap of RED_TRAPS) TRAP_OWNER[cellOf(trap)] = 1;
for (const trap of BLUE_TRAPS) TRAP_OWNER[cellOf(trap)] = 2;

/** The den of a player: (3,8) for red, (3,0) for blue. */
export function denOf(player: Player): Point {
  return player === 1 ? RED_DEN : BLUE_DEN;
}

/** The three traps of a player, in which the *other* side's pieces can be taken by anything. */
export function trapsOf(player: Player): readonly Point[] {
  return player === 1 ? RED_TRAPS : BLUE_TRAPS;
}

/** The owner of the trap on a point, or null when there is none. */
export function trapOwner(point: Point): Player | null {
  const owner = TRAP_OWNER[cellOf(point)];
  return owner === 1 || owner === 2 ? owner : null;
}

/** What lies on a point; a point off the board counts as land. */
export function terrainAt(point: Point): Terrain {
  const cell = cellOf(point);
  if (cell < 0) return 'land';
  if (IS_RIVER[cell]) return 'river';
  if (TRAP_OWNER[cell]) return 'trap';
  return cell === DEN_CELL[1] || cell === DEN_CELL[2] ? 'den' : 'land';
}

/**
 * Whether one type is strictly above another: by rank, but the rat is above the elephant and the
 * elephant never above the rat. Equal types do not outrank each other (spec §5).
 */
export function outranks(type: PieceType, other: PieceType): boolean {
  if (type === RAT && other === ELEPHANT) return true;
  if (type === ELEPHANT && other === RAT) return false;
  return type > other;
}
