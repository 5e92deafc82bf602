/** The 32-digit position string: the cell of each of the 16 pieces, without the side to move. */
import { codeOf, type Piece, type PieceType, pointOf, SIDES, type Side } from '../board.ts';
import type { Position } from '../position.ts';
import { err, type Result } from '../result.ts';
import { positionFromPieces, type SetupError } from '../setup.ts';

const LENGTH = 32;
const CAPTURED = '99';
const TYPES: readonly PieceType[] = [8, 7, 6, 5, 4, 3, 2, 1];

/** The 16 pieces in the order of the string: elephant down to rat, red then blue. */
const ORDER = SIDES.flatMap((side) => TYPES.map((type) => ({ type, side })));

/** An error in a position string: `LENGTH` (not 32 characters), `FORMAT`, or its pieces. */
export interface PositionStringError {
  readonly code: 'LENGTH' | 'FORMAT' | SetupError;
}

/** Formats a position: x and y of each piece, 99 if it was captured. Omits the side to move. */
export function formatPositionString(position: Position): string {
  return ORDER.map(({ type, side }) => {
    const cell = position.cells.indexOf(codeOf(type, side));
    if (cell < 0) return CAPTURED;
    const { x, y } = pointOf(cell);
    return `${x}${y}`;
  }).join('');
}

/** Parses a position string, with the side to move as a parameter. */
export function parsePositionString(text: string, turn: Side = 'red'): Result<Position, PositionStringError> {
  if (text.length !== LENGTH) return err({ code: 'LENGTH' });
  if (!/^\d+$/.test(text)) return err({ code: 'FORMAT' });
  const placed: Piece[] = [];
  for (const [index, piece] of ORDER.entries()) {
    const digits = text.slice(index * 2, index * 2 + 2);
    if (digits === CAPTURED) continue;
    placed.push({ ...piece, position: { x: Number(digits[0]), y: Number(digits[1]) } });
  }
  const position = positionFromPieces(placed, turn);
  return position.ok ? position : err({ code: position.error });
}
