import {
  CELL_COUNT,
  cellOf,
  codeOf,
  DEN_CELL,
  type Piece,
  type PieceType,
  type Point,
  pointOf,
  type Side,
  sideOf,
  typeOf,
  WIDTH,
} from './board.ts';

/**
 * Pieces on the board and the side to move. Immutable. Read it only with the functions of this package. Has at most one piece
 * of each type and side, each on a permitted cell. Only moves, parsers and `positionFromSetup` create positions.
 */
export interface Position {
  /** Piece byte of each cell (see board.ts). Never written after creation. */
  readonly cells: Uint8Array;
  readonly turn: Side;
}

/** Red's pieces at the start, by type; blue's are rotated by 180°. */
const RED_START: readonly (readonly [PieceType, number, number])[] = [
  [8, 0, 6],
  [4, 2, 6],
  [5, 4, 6],
  [1, 6, 6],
  [2, 1, 7],
  [3, 5, 7],
  [6, 0, 8],
  [7, 6, 8],
];

function makeStart(): Position {
  const cells = new Uint8Array(CELL_COUNT);
  for (const [type, x, y] of RED_START) {
    const cell = y * WIDTH + x;
    cells[cell] = codeOf(type, 'red');
    cells[CELL_COUNT - 1 - cell] = codeOf(type, 'blue');
  }
  return { cells, turn: 'red' };
}

const START = makeStart();

/** The start position, red to move. */
export function startPosition(): Position {
  return START;
}

/** The side to move. */
export function turn(position: Position): Side {
  return position.turn;
}

/** Returns the piece on a point, or null for an empty cell or off the board. */
export function pieceAt(position: Position, point: Point): Piece | null {
  const cell = cellOf(point);
  const code = cell < 0 ? 0 : position.cells[cell]!;
  return code ? { type: typeOf(code), side: sideOf(code), position: pointOf(cell) } : null;
}

/** Returns the pieces row by row from the top. */
export function pieces(position: Position): Piece[] {
  const found: Piece[] = [];
  position.cells.forEach((code, cell) => {
    if (code) found.push({ type: typeOf(code), side: sideOf(code), position: pointOf(cell) });
  });
  return found;
}

/** Whether two positions have the same pieces, cells and side to move. */
export function samePosition(a: Position, b: Position): boolean {
  return a.turn === b.turn && a.cells.every((code, cell) => code === b.cells[cell]);
}

/** Returns the side with a piece in the opponent's den, or null. */
export function denCapturer(position: Position): Side | null {
  if (position.cells[DEN_CELL.blue]) return 'red';
  if (position.cells[DEN_CELL.red]) return 'blue';
  return null;
}

export function hasPieces(position: Position, side: Side): boolean {
  return position.cells.some((code) => code !== 0 && sideOf(code) === side);
}
