/** The motifs of a puzzle by `docs/puzzles.md`, tested on the pieces before and after each move of its line. */
import type { Motif } from '@doushouqi/puzzles';
import {
  denOf,
  otherSide,
  outranks,
  type Piece,
  type PieceType,
  type Position,
  pieces,
  type Side,
  trapOwner,
  turn,
} from '@doushouqi/rules';
import { cellAt, isDen, type Man, squareAt, takes, type Way, waysFrom } from './board.ts';

/** A move of the line with the man that made it and the one it took. */
interface Step extends Man {
  readonly from: number;
  readonly to: number;
  readonly taken: PieceType | null;
}

/** The pieces by cell. */
type Board = ReadonlyMap<number, Man>;

export interface PuzzleLine {
  readonly start: Position;
  readonly line: readonly { readonly from: Piece['position']; readonly to: Piece['position'] }[];
  /** Whether the opponent, to move at the start, would win within three plies. */
  readonly isThreatened: () => boolean;
}

const RAT = 1;
/** Steps from a den: near the own one, at the other one. */
const NEAR_OWN = 3;
const AT_OTHER = 2;
const FEW_PIECES = 8;

function boardOf(position: Position): Board {
  return new Map(pieces(position).map(({ type, side, position: point }) => [cellAt(point), { type, side }]));
}

function afterStep(board: Board, { from, to }: { readonly from: number; readonly to: number }): Board {
  const next = new Map(board);
  next.set(to, board.get(from)!);
  next.delete(from);
  return next;
}

function waysOn(board: Board, cell: number): Way[] {
  const man = board.get(cell)!;
  return waysFrom(man, cell).filter((way) => {
    if (way.water.some((wet) => board.has(wet))) return false;
    const there = board.get(way.to);
    return there === undefined || takes(man, there, way);
  });
}

function cellsOfSide(board: Board, side: Side): number[] {
  return [...board].filter(([, man]) => man.side === side).map(([cell]) => cell);
}

/** Whether a side takes the piece on a cell. */
function isAttacked(board: Board, cell: number, by: Side): boolean {
  return cellsOfSide(board, by).some((from) => waysOn(board, from).some(({ to }) => to === cell));
}

function isOver(board: Board): boolean {
  const sides = new Set([...board.values()].map(({ side }) => side));
  return sides.size < 2 || [...board.keys()].some(isDen);
}

/** Whether the man on a cell, attacked now, is attacked after each of its moves too. */
function isHunted(board: Board, cell: number, by: Side): boolean {
  if (!isAttacked(board, cell, by)) return false;
  return waysOn(board, cell).every((way) => {
    const next = afterStep(board, way);
    return !isOver(next) && cellsOfSide(next, by).length > 0 && isAttacked(next, way.to, by);
  });
}

function isBesieged(board: Board, side: Side): boolean {
  const cells = cellsOfSide(board, side);
  if (cells.every((cell) => waysOn(board, cell).length === 0)) return true;
  return cells.some((cell) => isHunted(board, cell, otherSide(side)));
}

function distance(cell: number, side: Side): number {
  const [den, { x, y }] = [denOf(side), squareAt(cell)];
  return Math.abs(den.x - x) + Math.abs(den.y - y);
}

function isWet(cell: number): boolean {
  const { x, y } = squareAt(cell);
  return y >= 3 && y <= 5 && x !== 0 && x !== 3 && x !== 6;
}

function isJump({ from, to }: Step): boolean {
  const apart = Math.abs(from - to);
  return apart !== 1 && apart !== 7;
}

function isByTrap({ type, side, taken, to }: Step): boolean {
  if (taken === null || trapOwner(squareAt(to)) !== side) return false;
  return taken !== type && !outranks(type, taken);
}

/** Returns the motifs that the line shows, in no order. */
export function shownMotifs({ start, line, isThreatened }: PuzzleLine): Set<Motif> {
  const solver = turn(start);
  const shown = new Set<Motif>();
  const steps: Step[] = [];
  let board = boardOf(start);
  for (const { from, to } of line) {
    const step = { from: cellAt(from), to: cellAt(to) };
    steps.push({ ...board.get(step.from)!, ...step, taken: board.get(step.to)?.type ?? null });
    board = afterStep(board, step);
    const isOwn = steps.length % 2 === 1;
    if (isOwn && !isOver(board) && isBesieged(board, otherSide(solver))) shown.add('siege');
  }
  const own = steps.filter(({ side }) => side === solver);
  const [first, last] = [own[0]!, own[own.length - 1]!];
  const taken = (side: Side): number =>
    steps.filter((step) => step.side === side && step.taken !== null).length;
  if (own.some(isJump)) shown.add('leap');
  if (own.some(({ type, from, to }) => type === RAT && (isWet(from) || isWet(to)))) shown.add('river');
  if (own.some(isByTrap)) shown.add('trap');
  if (distance(first.to, solver) <= NEAR_OWN && isThreatened()) shown.add('guard');
  if (pieces(start).length <= FEW_PIECES) shown.add('few');
  if (distance(last.to, otherSide(solver)) <= AT_OTHER) shown.add('den');
  if (taken(solver) > taken(otherSide(solver))) shown.add('capture');
  return shown;
}
