/** Moves of single pieces and captures of pairs, computed from the rules once per material. */
import { legalMoves, type PieceType, positionFromSetup, type Side } from '@doushouqi/rules';

export interface MaterialPiece {
  readonly type: PieceType;
  readonly side: Side;
}

/** A move of a piece on an empty board. `over` are the river cells of a leap. */
export interface Step {
  readonly from: number;
  readonly to: number;
  readonly over: readonly number[];
}

const WIDTH = 7;
export const CELL_COUNT = 63;

/** The den that a side must enter to win. */
export const GOAL = { red: 3, blue: 59 } as const;

export function pointOf(cell: number): { x: number; y: number } {
  return { x: cell % WIDTH, y: Math.floor(cell / WIDTH) };
}

export function cellOf({ x, y }: { readonly x: number; readonly y: number }): number {
  return y * WIDTH + x;
}

/** Returns the cells a piece may stand on while the game goes on: neither river, except for rats, nor den. */
export function cellsOf({ type, side }: MaterialPiece): number[] {
  const cells = Array.from({ length: CELL_COUNT }, (_, cell) => cell);
  return cells.filter((cell) => {
    const setup = positionFromSetup({ pieces: [{ type, side, position: pointOf(cell) }], turn: side });
    return setup.ok;
  });
}

function crossed(from: number, to: number): number[] {
  const apart = Math.abs(to - from);
  const step = Math.sign(to - from) * (apart < WIDTH ? 1 : WIDTH);
  const over: number[] = [];
  for (let cell = from + step; cell !== to; cell += step) over.push(cell);
  return over;
}

/** Returns the steps of a piece from each cell on an empty board. */
export function stepsOf(piece: MaterialPiece): Step[][] {
  const steps = Array.from({ length: CELL_COUNT }, (): Step[] => []);
  for (const from of cellsOf(piece)) {
    const setup = positionFromSetup({ pieces: [{ ...piece, position: pointOf(from) }], turn: piece.side });
    if (!setup.ok) continue;
    for (const move of legalMoves(setup.value)) {
      const to = cellOf(move.to);
      steps[from]!.push({ from, to, over: crossed(from, to) });
    }
  }
  return steps;
}

/** `takes[from * 63 + to]` is 1 if `piece` on `from` captures `other` on `to`, its path being free. */
export function takesOf(piece: MaterialPiece, other: MaterialPiece): Uint8Array {
  const takes = new Uint8Array(CELL_COUNT * CELL_COUNT);
  if (piece.side === other.side) return takes;
  const standing = new Set(cellsOf(other));
  for (const steps of stepsOf(piece)) {
    for (const { from, to } of steps) {
      if (!standing.has(to)) continue;
      const pieces = [
        { ...piece, position: pointOf(from) },
        { ...other, position: pointOf(to) },
      ];
      const setup = positionFromSetup({ pieces, turn: piece.side });
      const isTaken = setup.ok && legalMoves(setup.value).some((move) => cellOf(move.to) === to);
      takes[from * CELL_COUNT + to] = isTaken ? 1 : 0;
    }
  }
  return takes;
}
