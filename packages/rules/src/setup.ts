/** The editor's free placement, and the only ways from loose pieces to a `Position` (spec §5). */
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

/** Pieces as placed by hand: it may be empty, wrong or unfinished. */
export interface Setup {
  readonly pieces: readonly Piece[];
  readonly turn: Side;
}

/** Why a piece cannot stand where it is put, or why pieces make no position. */
export const SETUP_ERRORS = [
  'OUT_OF_BOARD',
  'IN_DEN',
  'IN_RIVER',
  'OCCUPIED',
  'DUPLICATE_PIECE',
  'EMPTY',
] as const;
export type SetupError = (typeof SETUP_ERRORS)[number];

/** The setup that shows a position, to edit it further. */
export function setupOf(position: Position): Setup {
  return { pieces: pieces(position), turn: position.turn };
}

/**
 * Puts a piece on its cell, taking it from the pool or from where it stood. Refused off the board, in a
 * den, in the river unless it is a rat, and on a cell that another piece holds.
 */
export function placePiece(setup: Setup, piece: Piece): Result<Setup, SetupError> {
  const others = setup.pieces.filter(({ type, side }) => type !== piece.type || side !== piece.side);
  const problem = terrainProblem(piece, false);
  if (problem) return err(problem);
  const cell = cellOf(piece.position);
  if (others.some(({ position }) => cellOf(position) === cell)) return err('OCCUPIED');
  return ok({ pieces: [...others, piece], turn: setup.turn });
}

/** Takes whatever stands on a cell off the board. */
export function removePiece(setup: Setup, point: Point): Setup {
  const cell = cellOf(point);
  return { ...setup, pieces: setup.pieces.filter(({ position }) => cellOf(position) !== cell) };
}

/** The position of a setup, or the first reason why it is none. At least one piece must stand. */
export function positionFromSetup(setup: Setup): Result<Position, SetupError> {
  return buildPosition(setup.pieces, setup.turn, false);
}

/**
 * Builds a position for a parser: what a game can leave behind is accepted too, which is one piece in
 * the enemy's den.
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
