/**
 * A simple implementation of the rules, with piece objects in arrays and a new list for every move: the baseline of the
 * benchmark and a reference for the tests. Shares only types with src.
 */
import type { Move, Piece, Point, Side } from '../src/index.ts';

export interface PlainBoard {
  readonly pieces: readonly Piece[];
  readonly turn: Side;
}

const DIRECTIONS: readonly Point[] = [
  { x: 0, y: -1 },
  { x: -1, y: 0 },
  { x: 1, y: 0 },
  { x: 0, y: 1 },
];

function same(a: Point, b: Point): boolean {
  return a.x === b.x && a.y === b.y;
}
function inside({ x, y }: Point): boolean {
  return x >= 0 && x <= 6 && y >= 0 && y <= 8;
}
function isRiver({ x, y }: Point): boolean {
  return [1, 2, 4, 5].includes(x) && y >= 3 && y <= 5;
}
function isDen(point: Point, side: Side): boolean {
  return same(point, { x: 3, y: side === 'red' ? 8 : 0 });
}
function isTrap({ x, y }: Point, side: Side): boolean {
  return side === 'red'
    ? (y === 8 && (x === 2 || x === 4)) || (y === 7 && x === 3)
    : (y === 0 && (x === 2 || x === 4)) || (y === 1 && x === 3);
}

function at(board: PlainBoard, point: Point): Piece | undefined {
  return board.pieces.find((piece) => same(piece.position, point));
}

function target(board: PlainBoard, piece: Piece, direction: Point): Point | null {
  let to = { x: piece.position.x + direction.x, y: piece.position.y + direction.y };
  if (piece.type === 6 || piece.type === 7) {
    while (inside(to) && isRiver(to)) {
      if (at(board, to)) return null;
      to = { x: to.x + direction.x, y: to.y + direction.y };
    }
  }
  const closed = !inside(to) || isDen(to, piece.side) || (isRiver(to) && piece.type !== 1);
  return closed ? null : to;
}

function takes(attacker: Piece, defender: Piece): boolean {
  if (attacker.side === defender.side) return false;
  if (isTrap(defender.position, attacker.side)) return true;
  if (attacker.type === 1 && isRiver(attacker.position) !== isRiver(defender.position)) return false;
  if (attacker.type === 1 && defender.type === 8) return true;
  if (attacker.type === 8 && defender.type === 1) return false;
  return attacker.type >= defender.type;
}

export function plainMoves(board: PlainBoard): Move[] {
  if (board.pieces.some((piece) => isDen(piece.position, piece.side === 'red' ? 'blue' : 'red'))) return [];
  const moves: Move[] = [];
  for (const piece of board.pieces) {
    if (piece.side !== board.turn) continue;
    for (const direction of DIRECTIONS) {
      const to = target(board, piece, direction);
      if (!to) continue;
      const defender = at(board, to);
      if (!defender || takes(piece, defender)) moves.push({ from: piece.position, to });
    }
  }
  return moves;
}

export function plainPlay(board: PlainBoard, { from, to }: Move): PlainBoard {
  const pieces = board.pieces
    .filter((piece) => !same(piece.position, to))
    .map((piece) => (same(piece.position, from) ? { ...piece, position: to } : piece));
  return { pieces, turn: board.turn === 'red' ? 'blue' : 'red' };
}

/** Returns the number of move sequences of that length; only counts the last ply, as the package does. */
export function plainPerft(board: PlainBoard, depth: number): number {
  if (depth === 0) return 1;
  const moves = plainMoves(board);
  if (depth === 1) return moves.length;
  return moves.reduce((nodes, move) => nodes + plainPerft(plainPlay(board, move), depth - 1), 0);
}

/** Returns a text that identifies pieces and side to move. */
export function plainKey(board: PlainBoard): string {
  const placed = board.pieces.map(({ type, side, position }) => `${side}${type}${position.x}${position.y}`);
  return `${placed.sort().join('')}${board.turn}`;
}

/** Returns why a move cannot follow a game, given as all its boards and the last moved piece. */
export function plainCheck(
  boards: readonly PlainBoard[],
  keys: readonly string[],
  last: Piece['type'] | null,
  move: Move,
): 'ILLEGAL_MOVE' | 'THREEFOLD_REPETITION' | null {
  const board = boards.at(-1)!;
  const legal = plainMoves(board).some(({ from, to }) => same(from, move.from) && same(to, move.to));
  if (!legal) return 'ILLEGAL_MOVE';
  const mover = at(board, move.from)!.type;
  const above =
    last !== null && ((mover === 1 && last === 8) || (mover > last && !(mover === 8 && last === 1)));
  const key = plainKey(plainPlay(board, move));
  return above && keys.filter((earlier) => earlier === key).length >= 2 ? 'THREEFOLD_REPETITION' : null;
}
