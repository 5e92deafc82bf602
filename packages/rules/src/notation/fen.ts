/** The FEN-like string: rows from y = 0, upper case for red, then the side to move. */
import { HEIGHT, type Piece, type PieceType, sideOf, typeOf, WIDTH } from '../board.ts';
import type { Game } from '../game.ts';
import { type Position, samePosition, startPosition } from '../position.ts';
import { err, ok, type Result } from '../result.ts';
import { positionFromPieces, type SetupError } from '../setup.ts';

/** Letters by piece type: `LETTERS[type - 1]`. J is the leopard. */
const LETTERS = 'RCDWJTLE';

/** An error in a FEN-like string, with the letter if it is an unknown piece. */
export type FenError =
  | { readonly code: 'INVALID_PIECE'; readonly char: string }
  | { readonly code: 'FORMAT' | SetupError };

/** Formats a position as a FEN-like string, such as `l5t/1d3c1/r1j1w1e/7/7/7/E1W1J1R/1C3D1/T5L w`. */
export function formatFen(position: Position): string {
  const rows = Array.from({ length: HEIGHT }, (_, y) =>
    formatRow(position.cells.subarray(y * WIDTH, (y + 1) * WIDTH)),
  );
  return `${rows.join('/')} ${position.turn === 'red' ? 'w' : 'b'}`;
}

/** Returns the FEN-like string of a set-up start; null for the usual one. */
export function startFen({ start }: Pick<Game, 'start'>): string | null {
  return samePosition(start, startPosition()) ? null : formatFen(start);
}

function formatRow(cells: Uint8Array): string {
  let row = '';
  let empty = 0;
  for (const code of cells) {
    if (code === 0) {
      empty++;
      continue;
    }
    const letter = LETTERS[typeOf(code) - 1]!;
    row += (empty || '') + (sideOf(code) === 'red' ? letter : letter.toLowerCase());
    empty = 0;
  }
  return row + (empty || '');
}

/**
 * Parses a FEN-like string: nine rows of seven cells, then `w` or `b`. Requires at least one piece, at most one of each type and
 * side, each on a permitted cell. One piece may be in the enemy's den, as at the end of a game.
 */
export function parseFen(text: string): Result<Position, FenError> {
  const [board = '', turn, ...rest] = text.trim().split(/\s+/);
  const rows = board.split('/');
  if (rows.length !== HEIGHT) return err({ code: 'FORMAT' });
  const placed: Piece[] = [];
  for (const [y, row] of rows.entries()) {
    const parsed = parseRow(row, y);
    if (!parsed.ok) return parsed;
    placed.push(...parsed.value);
  }
  if ((turn !== 'w' && turn !== 'b') || rest.length > 0) return err({ code: 'FORMAT' });
  const position = positionFromPieces(placed, turn === 'w' ? 'red' : 'blue');
  return position.ok ? position : err({ code: position.error });
}

function parseRow(row: string, y: number): Result<Piece[], FenError> {
  const placed: Piece[] = [];
  let x = 0;
  for (const char of row) {
    if (char >= '0' && char <= '9') {
      x += Number(char);
      continue;
    }
    const type = (LETTERS.indexOf(char.toUpperCase()) + 1) as PieceType | 0;
    if (type === 0) return err({ code: 'INVALID_PIECE', char });
    const side = char === char.toUpperCase() ? 'red' : 'blue';
    placed.push({ type, side, position: { x, y } });
    x++;
  }
  return x === WIDTH ? ok(placed) : err({ code: 'FORMAT' });
}
