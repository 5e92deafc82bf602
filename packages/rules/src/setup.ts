/** Free placement of pieces in the editor, and the conversion to a `Position`. */
import {
  CELL_COUNT,
  cellOf,
  codeOf,
  DEN_CELL,
  IS_RIVER,
  type Piece,
  type Point,
  RAT,
  type Side,
} from './board.ts';
import { type Position, pieces } from './position.ts';
import { err, ok, type Result } from './result.ts';

/** Pieces placed by hand; may be empty, invalid or unfinished. */
export interface Setup {
  readonly pieces: readonly Piece[];
  readonly turn: Side;
}

/** Why a piece cannot be placed, or why pieces are not a position. */
export const SETUP_ERRORS = [
  'OUT_OF_BOARD',
  'IN_DEN',
  'IN_RIVER',
  'OCCUPIED',
  'DUPLICATE_PIECE',
  'EMPTY',
] as const;
export type SetupError = (typeof SETUP_ERRORS)[number];

export function setupOf(position: Position): Setup {
  return { pieces: pieces(position), turn: position.turn };
}

/**
 * Places a piece, moving it if it is on the board. Refuses points off the board, dens, the river (except for rats) and cells of
 * other pieces.
 */
export function placePiece(setup: Setup, piece: Piece): Result<Setup, SetupError> {
  const others = setup.pieces.filter(({ type, side }) => type !== piece.type || side !== piece.side);
  const problem = terrainProblem(piece, false);
  if (problem) return err(problem);
  const cell = cellOf(piece.position);
  if (others.some(({ position }) => cellOf(position) === cell)) return err('OCCUPIED');
  return ok({ pieces: [...others, piece], turn: setup.turn });
}

/** Removes the piece on a cell, if any. */
export function removePiece(setup: Setup, point: Point): Setup {
  const cell = cellOf(point);
  return { ...setup, pieces: setup.pieces.filter(({ position }) => cellOf(position) !== cell) };
}

/** Returns the position of a setup, or the first reason to refuse it. Requires at least one piece. */
export function positionFromSetup(setup: Setup): Result<Position, SetupError> {
  return buildPosition(setup.pieces, setup.turn, false);
}

/**
 * Builds a position for a parser. Also accepts one piece in the enemy's den, as after the end of a game.
 */
export function positionFromPieces(placed: readonly Piece[], turn: Side): Result<Position, SetupError> {
  return buildPosition(placed, turn, true);
}

function buildPosition(
  placed: readonly Piece[],
  turn: Side,
  mayBeOver: boolean,
): Result<Position, SetupError> {
  const cells = new Uint8Array(CELL_COUNT);
  const seen = new Set<number>();
  for (const piece of placed) {
    const problem = terrainProblem(piece, mayBeOver);
    if (problem) return err(problem);
    const cell = cellOf(piece.position);
    const code = codeOf(piece.type, piece.side);
    if (cells[cell]) return err('OCCUPIED');
    if (seen.has(code)) return err('DUPLICATE_PIECE');
    cells[cell] = code;
    seen.add(code);
  }
  if (seen.size === 0) return err('EMPTY');
  if (cells[DEN_CELL.red] && cells[DEN_CELL.blue]) return err('IN_DEN');
  return ok({ cells, turn });
}

function terrainProblem(piece: Piece, mayBeOver: boolean): SetupError | null {
  const cell = cellOf(piece.position);
  if (cell < 0) return 'OUT_OF_BOARD';
  const ownDen = cell === DEN_CELL[piece.side];
  const anyDen = cell === DEN_CELL.red || cell === DEN_CELL.blue;
  if (ownDen || (anyDen && !mayBeOver)) return 'IN_DEN';
  return IS_RIVER[cell] && piece.type !== RAT ? 'IN_RIVER' : null;
}
