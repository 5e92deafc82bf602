/** Detailed reasons of illegal moves, for players. */
import {
  cellOf,
  DEN_CELL,
  ELEPHANT,
  IS_RIVER,
  type Move,
  type Piece,
  type PieceType,
  pointOf,
  RAT,
  sideOf,
  typeOf,
} from './board.ts';
import { checkMove, type Game, type MoveError, positionOf } from './game.ts';
import { canTake, leapOver } from './moves.ts';
import { type Position, pieceAt } from './position.ts';

/** The reasons behind `ILLEGAL_MOVE`, in the order of the checks. */
export const STEP_FAULTS = [
  /** From a cell to itself. */
  'NO_STEP',
  'OWN_PIECE',
  'OWN_DEN',
  /** To a diagonal neighbor. */
  'DIAGONAL',
  'TOO_FAR',
  /** Any piece but the rat. */
  'INTO_RIVER',
  'LEAP_BLOCKED',
  /** A rat in the river and a piece on land. */
  'CAPTURE_FROM_RIVER',
  /** A rat on land and the rat in the river. */
  'CAPTURE_INTO_RIVER',
  'ELEPHANT_TAKES_RAT',
  /** The target piece outranks the moving piece. */
  'OUTRANKED',
] as const;
export type StepFault = (typeof STEP_FAULTS)[number];

export interface MoveFault<Code = Exclude<MoveError, 'ILLEGAL_MOVE'> | StepFault> {
  readonly code: Code;
  /** The type of the moving piece, or null without a piece. */
  readonly piece: PieceType | null;
  /** The cells of blocking pieces: the target, or river cells under a leap. */
  readonly blockers: readonly Piece[];
}

/**
 * Returns why a move cannot be played, or null if `play` accepts it: the code of `checkMove`, with `ILLEGAL_MOVE` replaced by
 * the fault of geometry or capture. Pure.
 */
export function explainMove(game: Game, move: Move): MoveFault | null {
  const position = positionOf(game);
  const code = checkMove(game, move);
  if (code === null) return null;
  if (code === 'ILLEGAL_MOVE') return explainStep(position, move);
  return { code, piece: pieceAt(position, move.from)?.type ?? null, blockers: [] };
}

/**
 * Returns why geometry or capture forbid a move of a piece of either side; null if they allow it, a point is off the board or
 * there is no piece. Pure.
 */
export function explainStep(position: Position, move: Move): MoveFault<StepFault> | null {
  const from = cellOf(move.from);
  const to = cellOf(move.to);
  const code = from < 0 || to < 0 ? 0 : position.cells[from]!;
  if (code === 0) return null;
  const over = leapOver(code, from, to);
  const barred = over?.filter((cell) => position.cells[cell]) ?? [];
  const fault =
    pathFault(position.cells, from, to, over !== null) ??
    (barred.length > 0 ? 'LEAP_BLOCKED' : captureFault(position.cells, from, to));
  if (fault === null) return null;
  const blocking = fault === 'LEAP_BLOCKED' ? barred : [to];
  return {
    code: fault,
    piece: typeOf(code),
    blockers: blocking.flatMap((cell) => pieceAt(position, pointOf(cell)) ?? []),
  };
}

/** Returns a fault of the path, or of a target that no capture can clear. */
function pathFault(cells: Uint8Array, from: number, to: number, isLeap: boolean): StepFault | null {
  const code = cells[from]!;
  const side = sideOf(code);
  const [a, b] = [pointOf(from), pointOf(to)];
  const [dx, dy] = [Math.abs(a.x - b.x), Math.abs(a.y - b.y)];
  if (from === to) return 'NO_STEP';
  if (cells[to] && sideOf(cells[to]) === side) return 'OWN_PIECE';
  if (dx === 1 && dy === 1) return 'DIAGONAL';
  if (dx + dy > 1 && !isLeap) return 'TOO_FAR';
  if (to === DEN_CELL[side]) return 'OWN_DEN';
  return IS_RIVER[to] && typeOf(code) !== RAT ? 'INTO_RIVER' : null;
}

function captureFault(cells: Uint8Array, from: number, to: number): StepFault | null {
  const [code, target] = [cells[from]!, cells[to]!];
  if (target === 0 || canTake(code, from, target, to)) return null;
  if (IS_RIVER[from] !== IS_RIVER[to]) return IS_RIVER[from] ? 'CAPTURE_FROM_RIVER' : 'CAPTURE_INTO_RIVER';
  const isRatTooSmall = typeOf(code) === ELEPHANT && typeOf(target) === RAT;
  return isRatTooSmall ? 'ELEPHANT_TAKES_RAT' : 'OUTRANKED';
}
