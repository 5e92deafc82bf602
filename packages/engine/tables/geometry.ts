/** Moves of single pieces, computed from the rules once per piece and cell. */
import { legalMoves, type PieceType, positionFromSetup, type Side, WIDTH } from '@doushouqi/rules';
import { kindOf, tableCells } from '../src/tables/materials.ts';

export interface Piece {
  readonly type: PieceType;
  readonly side: Side;
}

export interface Target {
  readonly to: number;
  /** Cells that a jump crosses. A piece on any of them blocks the jump. */
  readonly over: readonly number[];
}

/** A cell as `{x, y}`. */
export function pointOf(cell: number): { x: number; y: number } {
  return { x: cell % WIDTH, y: Math.floor(cell / WIDTH) };
}

/** Returns the den that a side must enter to win. */
export function goalOf(side: Side): number {
  return side === 'red' ? 3 : 59;
}

function crossed(from: number, to: number): number[] {
  const step = Math.abs(to - from) < WIDTH ? Math.sign(to - from) : WIDTH * Math.sign(to - from);
  const cells: number[] = [];
  for (let cell = from + step; cell !== to; cell += step) cells.push(cell);
  return cells;
}

function targetsFrom({ type, side }: Piece, cell: number): Target[] {
  const setup = positionFromSetup({ pieces: [{ type, side, position: pointOf(cell) }], turn: side });
  if (!setup.ok) throw new Error(setup.error);
  return legalMoves(setup.value).map(({ to }) => {
    const target = to.y * WIDTH + to.x;
    return { to: target, over: crossed(cell, target) };
  });
}

/** `targets[cell]`: cells that a piece reaches from `cell` on an empty board. */
export function targetsOf(piece: Piece): readonly (readonly Target[])[] {
  const targets: Target[][] = Array.from({ length: 63 }, () => []);
  for (const cell of tableCells(kindOf(piece.type))) targets[cell] = targetsFrom(piece, cell);
  return targets;
}

/** `takes[from * 63 + to]` is 1 if a piece on `from` can capture the other piece on `to`, ignoring blocked paths. */
export function capturesOf(piece: Piece, other: Piece): Uint8Array {
  const takes = new Uint8Array(63 * 63);
  if (piece.side === other.side) return takes;
  const targets = targetsOf(piece);
  for (const to of tableCells(kindOf(other.type))) {
    for (let from = 0; from < 63; from++) {
      if (targets[from]!.some((target) => target.to === to))
        takes[from * 63 + to] = capture(piece, from, other, to);
    }
  }
  return takes;
}

function capture(piece: Piece, from: number, other: Piece, to: number): number {
  const pieces = [
    { ...piece, position: pointOf(from) },
    { ...other, position: pointOf(to) },
  ];
  const setup = positionFromSetup({ pieces, turn: piece.side });
  if (!setup.ok) throw new Error(setup.error);
  const target = pointOf(to);
  return legalMoves(setup.value).some((move) => move.to.x === target.x && move.to.y === target.y) ? 1 : 0;
}
